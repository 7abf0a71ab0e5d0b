import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpError, maxDiscardedBytes } from '../responses/errors.ts';

export const lengthRequired = () =>
  new HttpError(411, 'LENGTH_REQUIRED', 'Send the body as a whole, with a Content-Length');

/** Per connection. Browsers do not pipeline: they await each response before the next request. */
const maxPipelined = 32;

/**
 * Bounds two features of HTTP/1.1 by which one client could occupy the event loop: pipelined requests, which Node emits
 * by the hundreds at once, and chunked bodies with chunks of one byte. Pipelined requests are handled one by one, each
 * in its own turn of the event loop; chunked bodies are refused.
 */
export function registerHttp1Limits(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers['transfer-encoding'] !== undefined) {
      reply.header('connection', 'close');
      // Node keeps reading while it closes a connection: the rest of a long body would occupy the event loop.
      reply.raw.once('finish', () => {
        const { socket, complete } = request.raw;
        // Destroying a connection may lose the response: a short body is read to its end.
        if (!complete && socket.bytesRead > maxDiscardedBytes) socket.destroy();
      });
      return done(lengthRequired());
    }
    // A pipelined response has no socket until the responses before it are sent.
    if (reply.raw.socket !== null) return done();
    const { socket } = request.raw;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > maxPipelined) return void socket.destroy();
    waiting.set(socket, count);
    reply.raw.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      setImmediate(done);
    });
  });
}
