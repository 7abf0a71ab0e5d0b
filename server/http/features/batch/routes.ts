import type { LightMyRequestResponse } from 'fastify';
import type { Batch, BatchResults } from '../../../core/contracts/batch.ts';
import { batchLimits } from '../../../core/contracts/limits.ts';
import { type ErrorResponse, headerNames } from '../../../core/contracts/shared.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { partOfBatch } from '../../plugins/part-of-batch.ts';
import type { RateLimit } from '../../plugins/rate-limit.ts';
import type { Routes } from '../../requests/typed.ts';
import { HttpError } from '../../responses/errors.ts';
import { sendBatch } from './operations.ts';

type Call = Batch['calls'][number];
type Result = BatchResults['results'][number];

/** Executes the calls of a batch by the routes themselves, so that each has the same checks, ids and errors as alone. */
export function batchRoutes(
  app: Routes,
  { authentication, rateLimit }: { authentication: Authentication; rateLimit: RateLimit },
): void {
  const execute = async ({ method, path, key, body }: Call, authorization: string): Promise<Result> => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization, [headerNames.idempotencyKey]: key, ...partOfBatch() },
      ...(body !== undefined && { payload: body }),
    });
    return resultOf(response);
  };

  app.post(
    '/batch',
    { schema: sendBatch, onRequest: authentication.required('Please log in to send your changes') },
    async (request) => {
      const { calls } = request.body;
      const { authorization = '' } = request.headers;
      // The authentication has counted the request itself.
      rateLimit.user(userOf(request).uid, Math.ceil(calls.length / batchLimits.callsPerRequest) - 1);
      const results: Result[] = [];
      for (const call of calls) {
        const result = await execute(call, authorization);
        // The client repeats the batch with a new token. What was executed has used its key.
        if (result.status === 401 && result.error) throw new HttpError(401, result.error.code, result.error.message);
        results.push(result);
        if (isUndecided(result)) break;
      }
      return { results } satisfies BatchResults;
    },
  );
}

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
