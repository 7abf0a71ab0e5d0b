/** A child process with a bare HTTP server and the `ws` package, as the baseline of a broadcast. */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { serve } from './child.ts';

let likeCount = 0;
const server = createServer((_request, response) => {
  likeCount += 1;
  const postId = crypto.randomUUID();
  const [from, revision] = [String(likeCount - 1), String(likeCount)];
  const message = { kind: 'post.changed', position: revision, postId, from, revision, likeCount };
  const text = `42["live",${JSON.stringify(message)}]`;
  for (const client of sockets.clients) client.send(text);
  response.end('{}');
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });

server.listen(0, '127.0.0.1', 4_096, () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no address');
  serve({ port: address.port, protocol: 'raw', likePath: '/like', token: '' });
});
