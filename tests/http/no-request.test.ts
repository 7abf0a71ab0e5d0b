/** Malformed requests to the port. */
import { STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeApp, type WholeApp } from '../support/whole-app.ts';

describe('a malformed request', () => {
  let app: WholeApp;
  beforeAll(async () => {
    app = await openWholeApp();
  });
  afterAll(() => app.close());

  const responseTo = async (request: string): Promise<string> => {
    const socket = connect(Number(app.url.port), app.url.hostname);
    socket.write(request);
    return text(socket);
  };

  it.each([
    ['that is not HTTP', 'Good day\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['with a header that is too long', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ])('%s gets an error in the usual format', async (_, request, statusCode, code) => {
    const [head = '', body = ''] = (await responseTo(request)).split('\r\n\r\n');
    expect(head).toMatch(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n`);
    expect(JSON.parse(body)).toEqual({
      statusCode,
      code,
      error: STATUS_CODES[statusCode],
      message: expect.stringMatching(/^The .+[^.]$/),
    });
  });
});
