/** Invalid bodies of forms, urlencoded and multipart. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('bad forms', () => {
  let app: TestApp;
  let headBefore: bigint | undefined;
  beforeAll(async () => {
    app = await openTestApp('mia');
    headBefore = await app.head();
  });
  afterAll(async () => {
    expect(await app.head(), 'a rejected request records nothing').toBe(headBefore);
    await app.close();
  });

  const shape = (code: string) => ({
    statusCode: expect.any(Number),
    code,
    error: expect.any(String),
    message: expect.any(String),
  });

  it.each([
    ['a field twice', 'title=a&title=b', 'title must be text', { field: 'title' }],
    ['too many fields', `title=a${'&x=1'.repeat(50_000)}`, 'the form has more than 20 fields', {}],
    ['a field named __proto__', 'title=a&__proto__=b', 'there is no field __proto__', {}],
  ])('a form with %s is a 422', async (_, form, reason, extra) => {
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await app.as('mia').post('/api/community', form, urlencoded);
    expect(response.json()).toEqual({ ...shape('INVALID_INPUT'), message: `Invalid input data: ${reason}`, ...extra });
  });
  it.each([
    ['no name', '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n', 400],
    ['no part headers', '--b\r\n\r\nx\r\n--b--\r\n', 400],
    ['part headers that are too long', `--b\r\n${'a: b\r\n'.repeat(1_000)}\r\n\r\nx\r\n--b--\r\n`, 400],
    ['no closing boundary', '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b', 400],
    ['no parts', '--b--\r\n', 422],
  ])('a multipart form with %s is rejected', async (_, form, status) => {
    const response = await app
      .as('mia')
      .post('/api/community', form, { 'content-type': 'multipart/form-data; boundary=b' });
    expect(response.statusCode).toBe(status);
  });
  it('a multipart form with too many parts is a 422', async () => {
    const form = `${'--b\r\n\r\n'.repeat(30_000)}--b--\r\n`;
    const response = await app
      .as('mia')
      .post('/api/community', form, { 'content-type': 'multipart/form-data; boundary=b' });
    const message = 'Invalid input data: the form has more than 20 fields';
    expect(response.json()).toEqual({ ...shape('INVALID_INPUT'), message });
  });
  it('a file in a form is a 415', async () => {
    const file = '--b\r\ncontent-disposition: form-data; name="title"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
    const response = await app
      .as('mia')
      .post('/api/community', file, { 'content-type': 'multipart/form-data; boundary=b' });
    expect(response.statusCode).toBe(415);
  });
  it('a multipart form that is too long is a 413, and one that is cut off or has no boundary a 400', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=b' };
    const field = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b--\r\n';
    const tooLong = await app.as('mia').post('/api/community', field + ' '.repeat(1024 * 1024), form);
    expect([tooLong.statusCode, tooLong.json().code]).toEqual([413, 'TOO_LARGE']);
    const cutOff = await app.as('mia').post('/api/community', field.slice(0, 60), form);
    expect([cutOff.statusCode, cutOff.json().code]).toEqual([400, 'MALFORMED_BODY']);
    const noBoundary = await app.as('mia').post('/api/community', field, { 'content-type': 'multipart/form-data' });
    expect([noBoundary.statusCode, noBoundary.json().code]).toEqual([400, 'MALFORMED_BODY']);
  });
});
