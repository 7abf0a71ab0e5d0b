import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { errorBody, HttpError } from '../responses/errors.ts';

const responses: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'REQUEST_TIMEOUT', 'The request took too long to arrive'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'HEADERS_TOO_LARGE', 'The headers of the request are too long'),
};
const malformed = new HttpError(400, 'MALFORMED_REQUEST', 'The request is not readable');

/** Responds to data that is not a complete request: too large headers, a time-out, or not HTTP. */
export function respondToUnreadableRequest(error: ConnectionError, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const response = responses[error.code] ?? malformed;
    const body = JSON.stringify(errorBody(response));
    const lines = [
      `HTTP/1.1 ${response.statusCode} ${STATUS_CODES[response.statusCode]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}
