import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { errorBody, HttpError } from '../answers/errors.ts';

const answers: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'REQUEST_TIMEOUT', 'The request took too long to arrive'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'HEADERS_TOO_LARGE', 'The headers of the request are too long'),
};
const malformed = new HttpError(400, 'MALFORMED_REQUEST', 'The request is not readable');

/** Answers a connection whose data is not a complete request: headers too large, a time-out, or not HTTP. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const answer = answers[error.code] ?? malformed;
    const body = JSON.stringify(errorBody(answer));
    const lines = [
      `HTTP/1.1 ${answer.statusCode} ${STATUS_CODES[answer.statusCode]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}
