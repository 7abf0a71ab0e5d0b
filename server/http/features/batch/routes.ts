import type { LightMyRequestResponse } from 'fastify';
import { CommandSequence } from '../../../commands/command-sequence.ts';
import type { Batch, BatchResults } from '../../../core/contracts/batch.ts';
import { batchLimits } from '../../../core/contracts/limits.ts';
import { type ErrorResponse, headerNames } from '../../../core/contracts/shared.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { beginPart } from '../../plugins/part-of-batch.ts';
import type { RateLimit } from '../../plugins/rate-limit.ts';
import type { Routes } from '../../requests/typed.ts';
import { HttpError } from '../../responses/errors.ts';
import { sendBatch } from './operations.ts';

type Call = Batch['calls'][number];
type Result = BatchResults['results'][number];

interface Sender {
  readonly authorization: string;
  /** Of the batch: it is answered in the time of one request, and its sender repeats the calls that had none left. */
  readonly deadline: number;
}

/**
 * Executes the calls of a batch by the routes themselves, so that each has the same checks, ids and errors as alone. Calls
 * that change items are queued one after the other without waiting for the commits between them, so that the commands of a
 * list are appended together.
 */
export function batchRoutes(
  app: Routes,
  { authentication, rateLimit }: { authentication: Authentication; rateLimit: RateLimit },
): void {
  function begin({ method, path, key, body }: Call, { authorization, deadline }: Sender, sequence: CommandSequence) {
    const { headers, queued, end } = beginPart(sequence, deadline);
    const response = app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization, [headerNames.idempotencyKey]: key, ...headers },
      ...(body !== undefined && { payload: body }),
    });
    return { queued, result: response.then(resultOf).finally(end) };
  }

  /** Resolves to the results up to the first call that cannot be decided now. */
  async function execute(calls: readonly Call[], sender: Sender): Promise<Result[]> {
    const sequence = new CommandSequence();
    const begun: Promise<Result>[] = [];
    let isStopped = false;
    for (const call of calls) {
      if (!changesItems(call)) await Promise.all(begun);
      if (isStopped || sequence.isBroken) break;
      const { queued, result } = begin(call, sender, sequence);
      begun.push(result);
      const stopIfUndecided = (each: Result) => {
        isStopped ||= isUndecided(each) || each.status === 401;
      };
      const settled = result.then(stopIfUndecided);
      await (changesItems(call) ? Promise.race([queued, settled]) : settled);
    }
    const results = await Promise.all(begun);
    const undecided = results.findIndex(isUndecided);
    return undecided < 0 ? results : results.slice(0, undecided + 1);
  }

  app.post(
    '/batch',
    { schema: sendBatch, onRequest: authentication.required('Please log in to send your changes') },
    async (request) => {
      const { calls } = request.body;
      const { deadline } = request;
      const { authorization = '' } = request.headers;
      // The authentication has counted the request itself.
      rateLimit.user(userOf(request).uid, Math.ceil(calls.length / batchLimits.callsPerRequest) - 1);
      const results = await execute(calls, { authorization, deadline });
      // The client repeats the batch with a new token. What was executed has used its key.
      const expired = results.find(({ status, error }) => status === 401 && error)?.error;
      if (expired) throw new HttpError(401, expired.code, expired.message);
      return { results } satisfies BatchResults;
    },
  );
}

/** Whether a call only changes items of a list: it reads nothing that an earlier call of its batch may still have to write. */
const changesItems = ({ method, path }: Call): boolean =>
  method === 'POST' ? path === '/grocery-list' : /^[/]grocery-list(?:[/][^/?]+){1,2}$/.test(path);

const isUndecided = ({ status }: Result): boolean => status === 429 || status >= 500;

function resultOf(response: LightMyRequestResponse): Result {
  const { statusCode: status, headers } = response;
  if (status >= 400) return { status, error: response.json<ErrorResponse>() };
  const text = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [revision, document] = [text(headerNames.revision), text(headerNames.document)];
  return { status, ...(revision !== undefined && { revision }), ...(document !== undefined && { document }) };
}
