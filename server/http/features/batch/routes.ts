import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { LRUCache } from 'lru-cache';
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
  readonly uid: string;
  readonly authorization: string;
  /** Of the batch: it is answered in the time of one request, and its sender repeats the calls that had none left. */
  readonly deadline: number;
}

/** About 10 MB. */
const maxRemembered = 20_000;
/** Longer than the longest pause of a page that sends a batch again, also if its device has slept in between. */
const rememberedMs = 30 * 60_000;

/** Identifies a call of a user, with its key and its body. */
const nameOf = (uid: string, call: Call): string =>
  createHash('sha256')
    .update(JSON.stringify([uid, call]))
    .digest('base64');

/**
 * Executes the calls of a batch by the routes themselves, so that each has the same checks, ids and errors as alone. Calls
 * that change items are queued one after the other without waiting for the commits between them, so that the commands of a
 * list are appended together.
 */
export function batchRoutes(
  app: Routes,
  { authentication, rateLimit }: { authentication: Authentication; rateLimit: RateLimit },
): void {
  /**
   * The results of calls that were made, by `nameOf`: a batch is sent again when its response was lost. A call that changed
   * nothing is in no stream. Decided again, after the calls that followed it, it could undo one of these.
   */
  const made = new LRUCache<string, Result>({ max: maxRemembered, ttl: rememberedMs });

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
      const name = nameOf(sender.uid, call);
      const before = made.get(name);
      if (before) {
        begun.push(Promise.resolve(before));
        continue;
      }
      const { queued, result } = begin(call, sender, sequence);
      begun.push(result);
      const stopIfUndecided = (each: Result) => {
        isStopped ||= isUndecided(each) || each.status === 401;
      };
      const settled = result.then((each) => {
        if (each.status < 300) made.set(name, each);
        stopIfUndecided(each);
      });
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
      const { uid } = userOf(request);
      rateLimit.user(uid, Math.ceil(calls.length / batchLimits.callsPerRequest) - 1);
      const results = await execute(calls, { uid, authorization, deadline });
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
