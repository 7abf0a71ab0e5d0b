import { describe, expect, test, vi } from 'vitest';
import { ApiError, createApiClient } from './api-client.ts';

interface Sent {
  path: string;
  method: string;
  headers: Headers;
  body: unknown;
}

type Reply = Response | Error;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refusal = (status: number, message: string, headers?: Record<string, string>) =>
  json(status, { statusCode: status, code: 'CODE', error: 'Error', message }, headers);
const lost = () => new TypeError('Failed to fetch');

/** A client whose server returns these replies in order. */
function clientOf(replies: Reply[], tokens: (string | null)[] = [null], uid: () => string | null = () => 'eleni') {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  const freshTokenRequests: boolean[] = [];
  const client = createApiClient({
    async fetch(path, { method = 'GET', headers, body }) {
      sent.push({ path, method, headers: new Headers(headers), body });
      const reply = replies.shift();
      if (!reply) throw new Error('Unexpected request');
      if (reply instanceof Error) throw reply;
      return reply;
    },
    async token({ fresh = false } = {}) {
      freshTokenRequests.push(fresh);
      return (tokens.length > 1 ? tokens.shift() : tokens[0]) ?? null;
    },
    uid,
    async pause(ms) {
      pauses.push(ms);
    },
  });
  return { client, sent, pauses, freshTokenRequests };
}

const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.fail('Expected a failure'),
    (error: unknown) => (error instanceof ApiError ? error : expect.fail(`Not an ApiError: ${error}`)),
  );

describe('a read', () => {
  test('returns the data, and sends no token without a user', async () => {
    const { client, sent } = clientOf([json(200, { items: [] })]);
    const answer = await client.get<{ items: string[] }>('/community?limit=5');
    expect(answer).toEqual({ data: { items: [] } });
    expect(sent[0]?.path).toBe('/api/community?limit=5');
    expect(sent[0]?.headers.has('authorization')).toBe(false);
  });

  test('is not retried', async () => {
    const { client, sent } = clientOf([lost()]);
    expect((await failureOf(client.get('/community'))).isUnreachable).toBe(true);
    expect(sent).toHaveLength(1);
  });

  test('rejects with the abort error when the caller aborts', async () => {
    const { client } = clientOf([new DOMException('Aborted', 'AbortError')]);
    const error = await client.get('/community', { signal: AbortSignal.abort() }).catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(DOMException);
  });
});

describe('a response', () => {
  test.each([
    [200, true],
    [201, true],
    [299, true],
    [300, false],
    [400, false],
    [500, false],
  ])('of status %i is a success: %s', async (status, success) => {
    const { client } = clientOf([json(status, { status })]);
    const answer = await client.get('/community').then(
      ({ data }) => data,
      (error: unknown) => error,
    );
    expect(answer).toEqual(success ? { status } : expect.any(ApiError));
  });

  test('times out after 15 s', async () => {
    const deadline = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    const never = ({ signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const client = createApiClient({
      fetch: (_path, init) => never(init),
      token: async () => null,
      uid: () => null,
      pause: async () => {},
    });
    const failure = failureOf(client.get('/community'));
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(15_000));
    deadline.abort(new DOMException('Too long', 'TimeoutError'));
    expect((await failure).isUnreachable).toBe(true);
  });
});

describe('the token', () => {
  test('is sent as a bearer', async () => {
    const { client, sent } = clientOf([json(200, {})], ['mine']);
    await client.get('/users/profile');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer mine');
  });

  test('is renewed once when the server rejects it, and the request is sent again', async () => {
    const replies = [refusal(401, 'Expired'), json(200, { ok: true })];
    const { client, sent, freshTokenRequests } = clientOf(replies, ['old', 'new']);
    expect((await client.get('/users/profile')).data).toEqual({ ok: true });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
    expect(freshTokenRequests).toEqual([false, true]);
  });

  test('rejected twice fails the request', async () => {
    const { client, sent } = clientOf([refusal(401, 'No'), refusal(401, 'Still no')], ['old', 'new']);
    expect(await failureOf(client.get('/users/profile'))).toMatchObject({ statusCode: 401, message: 'Still no' });
    expect(sent).toHaveLength(2);
  });

  test('is not renewed for a visitor', async () => {
    const { client, freshTokenRequests } = clientOf([refusal(401, 'Please log in to view your grocery list')]);
    await failureOf(client.get('/grocery-list/u1'));
    expect(freshTokenRequests).toEqual([false]);
  });
});

describe('a write', () => {
  test('sends JSON with a new idempotency key', async () => {
    const { client, sent } = clientOf([json(201, {}), json(201, {})]);
    await client.send('POST', '/community/', { title: 'Soup' });
    await client.send('POST', '/community/', { title: 'Soup' });
    const [first, second] = sent;
    expect(first?.body).toBe('{"title":"Soup"}');
    expect(first?.headers.get('content-type')).toBe('application/json');
    expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(first?.headers.get('idempotency-key')).not.toBe(second?.headers.get('idempotency-key'));
  });

  test('is retried with the same key when there is no response', async () => {
    const { client, sent, pauses } = clientOf([lost(), lost(), json(200, { liked: true })]);
    expect((await client.send('POST', '/community/p1/like')).data).toEqual({ liked: true });
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(sent).toHaveLength(3);
    expect(pauses).toHaveLength(2);
  });

  test('fails after three attempts without a response', async () => {
    const { client, sent } = clientOf([lost(), lost(), lost()]);
    expect(await failureOf(client.send('DELETE', '/grocery-list/u1'))).toMatchObject({
      statusCode: 0,
      isUnreachable: true,
    });
    expect(sent).toHaveLength(3);
  });

  test('waits as long as Retry-After says', async () => {
    const { client, pauses } = clientOf([refusal(503, 'Busy', { 'Retry-After': '2' }), json(200, {})]);
    await client.send('PUT', '/users/profile', { username: 'Mia' });
    expect(pauses).toEqual([2000]);
  });

  test('fails at once when Retry-After is too long', async () => {
    const { client, sent } = clientOf([refusal(503, 'Log unavailable', { 'Retry-After': '60' })]);
    expect(await failureOf(client.send('PUT', '/users/profile', {}))).toMatchObject({ message: 'Log unavailable' });
    expect(sent).toHaveLength(1);
  });

  test('is not retried after an error response', async () => {
    const { client, sent } = clientOf([refusal(422, 'Invalid input data')]);
    expect(await failureOf(client.send('POST', '/grocery-list', {}))).toMatchObject({
      statusCode: 422,
      code: 'CODE',
      message: 'Invalid input data',
    });
    expect(sent).toHaveLength(1);
  });

  test("uses the caller's key, and accepts an empty response", async () => {
    const { client, sent } = clientOf([new Response(null, { status: 204 })]);
    expect((await client.send('DELETE', '/grocery-list/u1/i1', undefined, { idempotencyKey: 'k1' })).data).toBeNull();
    expect(sent[0]?.headers.get('idempotency-key')).toBe('k1');
    expect(sent[0]?.headers.has('content-type')).toBe(false);
  });

  test('turns the error page of a proxy into an ApiError', async () => {
    const { client } = clientOf([new Response('<html>Bad gateway</html>', { status: 502 })]);
    expect(await failureOf(client.send('POST', '/community/', {}))).toMatchObject({
      statusCode: 502,
      code: 'PROXY_ERROR',
    });
  });

  test.each([
    ['its own 404', { code: 404, message: 'no Route matched' }, false],
    ["another proxy's", { statusCode: 503, code: 'NO_SERVER', message: 'Down' }, false],
    ["the server's", { statusCode: 404, code: 'NOT_FOUND', message: 'Gone' }, true],
  ])('takes a 404 for a decision only if it is the server’s: %s', async (_, body, isOfServer) => {
    const { client } = clientOf([json(404, body)]);
    const { isNotFound, isUndecided, message } = await failureOf(client.get('/recipes/stew'));
    expect({ isNotFound, isUndecided }).toEqual({ isNotFound: isOfServer, isUndecided: !isOfServer });
    expect(message).toBe(isOfServer ? 'Gone' : 'Something went wrong.');
  });
});

test('an aborted write is not retried', async () => {
  const { client, sent } = clientOf([lost(), json(200, {})]);
  const options = { signal: AbortSignal.abort() };
  const error = await client.send('POST', '/recipes/import', {}, options).catch((failed: unknown) => failed);
  expect(error).not.toBeInstanceOf(ApiError);
  expect(sent).toHaveLength(1);
});

describe('a request after the user has changed', () => {
  /** The current user: Alice at the first calls, then Bob. */
  const userChangingAfter = (calls: number) => {
    let count = 0;
    return () => (count++ < calls ? 'alice' : 'bob');
  };

  test('is not retried as the next user', async () => {
    const { client, sent } = clientOf([lost(), json(200, {})], ['alice', 'bob'], userChangingAfter(2));
    const failure = await failureOf(client.send('POST', '/community/p/comments', { text: 'Hello' }));
    expect(failure.code).toBe('SENDER_LEFT');
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer alice']);
  });

  test('is not sent when its sender is no longer signed in', async () => {
    const { client, sent } = clientOf([json(200, {})], ['bob'], () => 'bob');
    expect((await failureOf(client.send('DELETE', '/grocery-list/alice', undefined, { sender: 'alice' }))).code).toBe(
      'SENDER_LEFT',
    );
    expect(sent).toEqual([]);
  });

  test("is not sent with another user's token", async () => {
    const { client, sent } = clientOf([json(200, {})], ['bob'], userChangingAfter(1));
    expect((await failureOf(client.get('/community'))).code).toBe('SENDER_LEFT');
    expect(sent).toEqual([]);
  });

  test("is not retried with another user's renewed token", async () => {
    const { client, sent } = clientOf([refusal(401, 'Old'), json(200, {})], ['alice', 'bob'], userChangingAfter(2));
    expect((await failureOf(client.get('/community'))).code).toBe('SENDER_LEFT');
    expect(sent).toHaveLength(1);
  });
});
