/**
 * The limit of the framework: a Fastify route that only sends constant JSON. `/constant/{bytes}` sends this number of
 * bytes, so that a comparison does not depend on the size of the response. Prints its port.
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
