import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../answers/errors.ts';

/** Of one connection. Browsers send the next request when the answer to the one before has come. */
const maxPipelined = 32;

/** Clients whose body is refused may lose the answer when their connection is cut off, so short ones are let come in. */
const gentlyReadBytes = 32 * 1024;

/**
 * How requests arrive. Two forms that HTTP/1.1 allows would let one client keep the event loop to itself: requests sent
 * one behind the other without waiting, of which Node hands over hundreds at once, and bodies in chunks of a byte. The
 * first are answered one by one, each in its own turn of the loop; the second are refused.
 */
export function registerArrival(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers['transfer-encoding'] !== undefined) {
      reply.header('connection', 'close');
      // Ended gently, a connection goes on being read: the rest of a long body would keep the loop.
      reply.raw.once('finish', () => {
        const { socket, complete } = request.raw;
        if (!complete && socket.bytesRead > gentlyReadBytes) socket.destroy();
      });
      return done(new HttpError(411, 'LENGTH_REQUIRED', 'Send the body as a whole, with a Content-Length'));
    }
    // While another answer is due first, a response has no socket.
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
