import { notFound, tooLarge } from '../answers/errors.ts';
import { publishingTooFast } from '../plugins/rate-limit.ts';
import { boundsOf } from '../requests/body-bounds.ts';
import type { Operation, Problems } from './operation.ts';

const everywhere: Problems = {
  403: { FORBIDDEN: 'This server is for its own machine: open it at http://localhost:5000' },
  411: { LENGTH_REQUIRED: 'Send the body as a whole, with a Content-Length' },
  500: { INTERNAL: 'Something went wrong here; please try again' },
};

/** From a process that has not started yet, which answers only its health checks. */
const starting: Problems = { 503: { STARTING: 'Potluck is starting; please try again' } };

const withToken: Problems = {
  401: { INVALID_TOKEN: 'Your session has ended; please log in again' },
  429: { TOO_MANY_REQUESTS: 'That was a lot at once; please wait a moment' },
  503: { IDENTITY_UNAVAILABLE: 'Signing in is not possible right now; please try again' },
};
const publishing: Problems = { 429: { PUBLISHING_TOO_FAST: publishingTooFast } };
const withoutToken: Problems = { 401: { TOKEN_REQUIRED: 'Please log in' } };

const unreadable = (body: Operation['body']): Problems => ({
  400: { MALFORMED_JSON: 'The body is not valid JSON', MALFORMED_BODY: 'The body is not text in UTF-8' },
  413: { TOO_LARGE: tooLarge(boundsOf(body).bytes).message },
  415: { UNSUPPORTED_MEDIA_TYPE: 'The body must be JSON' },
});
const invalid: Problems = { 422: { INVALID_INPUT: 'Invalid input data: title is missing' } };

const tryAgain = 'This cannot be done right now; please try again';
const reading: Problems = { 503: { READ_MODEL_UNAVAILABLE: tryAgain } };
const writing: Problems = {
  413: { APPEND_TOO_LARGE: 'This is too much for one change' },
  422: {
    IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request; send each change under a new key',
  },
  503: {
    EVENT_LOG_UNAVAILABLE: tryAgain,
    CONTENDED: 'Somebody else is changing this at the same time; please try again',
    NEWER_RELEASE: 'Potluck is being updated; please try again in a minute',
    OVERLOADED: 'Too many changes are waiting here; please try again',
  },
};

/** For paths with ids, which may be invalid or not decodable. */
function unknownIds(names: readonly string[]): Problems {
  const errors = names.map((name) => notFound(name));
  return {
    400: { MALFORMED_URL: 'The address cannot be decoded; write a % in it as %25' },
    404: Object.fromEntries(errors.map(({ code, message }) => [code, message])),
  };
}

/** All errors of a call: those that follow from its parameters and kind, and its own. */
export function problemsOf(method: string, operation: Operation): Problems {
  const { token, kind, limit, params, querystring, body, refusals = {} } = operation;
  return merge([
    everywhere,
    ...(operation.answeredBeforeStart ? [] : [starting]),
    ...(token === 'ignored' ? [] : [withToken]),
    ...(token === 'required' ? [withoutToken] : []),
    ...(limit ? [publishing] : []),
    ...(params ? [unknownIds(Object.keys(params.properties))] : []),
    // A body is parsed wherever one is sent, even if none is expected.
    ...(method === 'GET' ? [] : [unreadable(body)]),
    ...(querystring || body || kind ? [invalid] : []),
    ...(kind ? [reading] : []),
    ...(kind === 'write' ? [writing] : []),
    refusals,
  ]);
}

function merge(all: readonly Problems[]): Problems {
  const merged: Record<number, Record<string, string>> = {};
  for (const problems of all) {
    for (const [status, messages] of Object.entries(problems)) {
      merged[Number(status)] = { ...merged[Number(status)], ...messages };
    }
  }
  return merged;
}
