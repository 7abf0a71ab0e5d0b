import { ReadModelNotBuilt, ReadModelUnavailable } from '../../../projections/read-models/read-model-store.ts';
import { KeyReused } from '../../commands/recorded-commands.ts';
import { Overloaded } from '../../commands/stream-queue.ts';
import { Contended } from '../../commands/stream-turn.ts';
import { NewerRelease } from '../../core/domain/event-versions.ts';
import { AppendTooLarge, EventLogUnavailable } from '../../core/event-log.ts';
import { IdentityUnavailable } from '../../identity/identity.ts';
import { invalidToken, tokenRequired } from '../plugins/authentication.ts';
import { notUtf8 } from '../plugins/bodies.ts';
import { lengthRequired } from '../plugins/http1-limits.ts';
import { onlyThisMachine } from '../plugins/identity-emulator.ts';
import { refusalsOverLimit, tooManyRequests } from '../plugins/rate-limit.ts';
import { starting } from '../plugins/starting.ts';
import { isRefusedToSuspended, suspended } from '../plugins/suspended.ts';
import { boundsOf } from '../requests/body-bounds.ts';
import {
  applicationErrorResponse,
  internal,
  invalid,
  malformedJson,
  malformedUrl,
  notFound,
  notJson,
  tooLarge,
} from '../responses/errors.ts';
import type { Operation } from './operation.ts';

const commonErrors = [onlyThisMachine(5000), lengthRequired(), internal()];
const tokenErrors = [tooManyRequests(1_000), new IdentityUnavailable('')];
const bodyErrors = ({ body, upload }: Operation): Error[] => [
  malformedJson(),
  notUtf8(),
  tooLarge(upload?.maxBytes ?? boundsOf(body).bytes),
  notJson(),
];
const writeErrors = [
  new AppendTooLarge(0, 0),
  new KeyReused(),
  new EventLogUnavailable(''),
  new Contended(''),
  new NewerRelease(''),
  new Overloaded(),
];

/** Of the look-up of a role: see `plugins/operators.ts`. */
const roleErrors = [
  new ReadModelUnavailable(''),
  new ReadModelNotBuilt({ name: '' }),
  new EventLogUnavailable(''),
  new NewerRelease(''),
  new Overloaded(),
];

/** For paths with ids, which may be invalid or not decodable. */
const pathErrors = (names: readonly string[]): Error[] => [malformedUrl(), ...names.map((name) => notFound(name))];

/** All errors of a call: those that follow from its parameters and kind, and its own. */
export function problemsOf(method: string, operation: Operation): Problems {
  const { token, kind, limit, params, querystring, body, errors = [] } = operation;
  return byStatus([
    ...commonErrors,
    // From a process that has not started yet, which answers only its health checks.
    ...(operation.answeredBeforeStart ? [] : [starting()]),
    ...(token === 'ignored' ? [] : tokenErrors),
    ...(token === 'required' || token === 'optional' ? [invalidToken()] : []),
    ...(token === 'required' ? [tokenRequired()] : []),
    ...(token === 'operator' || token === 'moderator' ? roleErrors : []),
    ...(limit ? [refusalsOverLimit[limit](1_000)] : []),
    ...(isRefusedToSuspended(operation) ? [suspended({ reason: 'Spam', until: null })] : []),
    ...(params ? pathErrors(Object.keys(params.properties)) : []),
    // A body is parsed wherever one is sent, even if none is expected.
    ...(method === 'GET' ? [] : bodyErrors(operation)),
    ...(querystring || body || operation.upload || kind ? [invalid('Invalid input data: title is missing')] : []),
    ...(kind ? [new ReadModelUnavailable(''), new ReadModelNotBuilt({ name: '' })] : []),
    ...(kind === 'write' ? writeErrors : []),
    ...errors,
  ]);
}

/** The messages of errors, by status and code. */
type Problems = Readonly<Record<number, Readonly<Record<string, string>>>>;

function byStatus(errors: readonly Error[]): Problems {
  const problems: Record<number, Record<string, string>> = {};
  for (const error of errors) {
    const response = applicationErrorResponse(error);
    if (!response) throw new Error('An operation lists an error without a response', { cause: error });
    const { statusCode, code, message } = response;
    problems[statusCode] = { ...problems[statusCode], [code]: message };
  }
  return problems;
}
