/**
 * The limit of the framework: a Fastify route that only sends a constant JSON. `/constant/{bytes}` sends so many, so that
 * what is compared is the work of the application and not the size of what it sends. Prints its port.
 */
import Fastify from 'fastify';

const app = Fastify();
const constants = new Map<string, string>();
app.get<{ Params: { bytes: string } }>('/constant/:bytes', (request, reply) => {
  const { bytes } = request.params;
  let constant = constants.get(bytes);
  if (constant === undefined) {
    constant = JSON.stringify({ text: 'x'.repeat(Math.max(0, Number(bytes) - '{"text":""}'.length)) });
    constants.set(bytes, constant);
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(constant);
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : address}\n`);
