import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('bad input', () => {
  let app: TestApp;
  let headBefore: bigint | undefined;
  beforeAll(async () => {
    app = await openTestApp('mia');
    await app.as('mia').post('/api/community', { title: 'A post, so that the log is not empty' });
    headBefore = await app.head();
  });
  afterAll(async () => {
    expect(await app.head(), 'what is refused is never written').toBe(headBefore);
    await app.close();
  });

  const shape = (code: string) => ({
    statusCode: expect.any(Number),
    code,
    error: expect.any(String),
    message: expect.any(String),
  });

  it('an unknown route is a clear 404', async () => {
    const answer = await app.as('mia').get('/api/nothing');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual(shape('NOT_FOUND'));
  });
  it('malformed JSON is a 400', async () => {
    const answer = await app.as('mia').post('/api/community', '{"title":', { 'content-type': 'application/json' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'MALFORMED_JSON']);
  });
  it('a body of another kind is a 415', async () => {
    const answer = await app.as('mia').post('/api/grocery-list', 'milk', { 'content-type': 'text/plain' });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
  it('a body over 1 MiB is a 413', async () => {
    const answer = await app.as('mia').post('/api/community', { title: 'x', content: 'x'.repeat(1024 * 1024) });
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'TOO_LARGE']);
  });
  it('a file in a form is refused', async () => {
    const file = '--b\r\ncontent-disposition: form-data; name="title"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
    const answer = await app
      .as('mia')
      .post('/api/community', file, { 'content-type': 'multipart/form-data; boundary=b' });
    expect(answer.statusCode).toBe(415);
  });
  it('a form that is too long, or no form at all, is refused before it is read', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=b' };
    const field = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b--\r\n';
    const tooLong = await app.as('mia').post('/api/community', field + ' '.repeat(1024 * 1024), form);
    expect([tooLong.statusCode, tooLong.json().code]).toEqual([413, 'TOO_LARGE']);
    const cutOff = await app.as('mia').post('/api/community', field.slice(0, 60), form);
    expect([cutOff.statusCode, cutOff.json().code]).toEqual([400, 'MALFORMED_BODY']);
    const unbounded = await app.as('mia').post('/api/community', field, { 'content-type': 'multipart/form-data' });
    expect([unbounded.statusCode, unbounded.json().code]).toEqual([400, 'MALFORMED_BODY']);
  });
  it.each([
    ['a number for a text', { title: 5 }],
    ['no title', { content: 'x' }],
    ['a blank title', { title: '  ' }],
    ['an unknown type', { title: 'x', type: 'poem' }],
    ['an unknown field', { title: 'x', authorId: 'sam' }],
    ['a title without end', { title: 'x'.repeat(201) }],
    ['no object', ['x']],
  ])('%s is a 422', async (_, body) => {
    const answer = await app.as('mia').post('/api/community', body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).not.toBe('');
  });
  it('ids that are unknown or no ids at all are a 404', async () => {
    for (const id of [newId(), 'x', '..%2F..', encodeURIComponent('posts:*'), 'a'.repeat(150)]) {
      expect((await app.as('mia').post(`/api/community/${id}/like`)).statusCode, id).toBe(404);
      expect((await app.as('mia').post(`/api/community/${id}/comments`, { text: 'x' })).statusCode, id).toBe(404);
      expect((await app.as('mia').delete(`/api/community/${id}`)).statusCode, id).toBe(404);
      expect((await app.as(undefined).get(`/api/community/${id}`)).statusCode, id).toBe(404);
      expect((await app.as('mia').patch(`/api/grocery-list/mia/${id}`, { checked: true })).statusCode, id).toBe(404);
    }
  });
  it('a cursor or a limit that is none is a 422', async () => {
    for (const query of ['cursor=abc', 'cursor=%00', 'limit=0', 'limit=1000', 'limit=x']) {
      expect((await app.as(undefined).get(`/api/community?${query}`)).statusCode, query).toBe(422);
    }
  });
  it('a missing, forged or mangled token is a 401', async () => {
    const post = { method: 'POST', url: '/api/community', payload: { title: 'x' } } as const;
    for (const authorization of [
      undefined,
      'Bearer token-of-nobody',
      'Bearer',
      'token-mia',
      'Basic bWlh',
      `Bearer ${'x'.repeat(9_000)}`,
    ]) {
      const answer = await app.inject({ ...post, headers: authorization === undefined ? {} : { authorization } });
      expect(answer.statusCode, authorization).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });
  it('an idempotency key that is none is a 422', async () => {
    const answer = await app.as('mia').post('/api/community', { title: 'x' }, { 'idempotency-key': 'short' });
    expect(answer.statusCode).toBe(422);
  });
});
