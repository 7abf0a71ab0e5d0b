/** Each connection receives all messages after its start, each once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Applied } from '../../projections/runner/applied.ts';
import {
  type Browser,
  connectBrowser,
  type LiveServer,
  likeCounts,
  postLiked,
  startLive,
  Tokens,
} from '../support/live.ts';
import { until } from '../support/until.ts';

let server: LiveServer;
let browsers: Browser[];

beforeEach(async () => {
  browsers = [];
  server = await startLive(new Tokens());
});
afterEach(async () => {
  for (const { socket } of browsers) socket.disconnect();
  await server.close();
});

async function open(): Promise<Browser> {
  const browser = await connectBrowser(server.url);
  browsers.push(browser);
  return browser;
}

/** Likes of several posts, committed and pushed together. */
function merge(...batches: readonly Applied[]): Applied {
  const [first = postLiked(0)] = batches;
  const documents = new Map(batches.map((batch) => [batch.events[0]?.stream.replace('post-', ''), batch]));
  return {
    ...first,
    events: batches.flatMap(({ events }) => events),
    document: (collection, id) => documents.get(id)?.document(collection, id),
  };
}

test('a browser that connects later receives all later messages and none before', async () => {
  const early = await open();
  server.gateway.publish(postLiked(1, { postId: 'a' }));
  await until(() => likeCounts(early).length === 1);
  const late = await open();
  server.gateway.publish(
    merge(postLiked(2, { postId: 'b' }), postLiked(3, { postId: 'c' }), postLiked(4, { postId: 'd' })),
  );
  await until(() => likeCounts(early).length === 4);
  server.gateway.publish(postLiked(5, { postId: 'e' }));
  await until(() => browsers.every((browser) => likeCounts(browser).at(-1) === 5));
  expect(likeCounts(late)).toEqual([2, 3, 4, 5]);
  expect(likeCounts(early)).toEqual([1, 2, 3, 4, 5]);
});

test('accepts only one of two CONNECT packets on a connection', async () => {
  const tokens = new Tokens();
  const user = await tokens.verify(tokens.issue('mia'));
  const verifying = Promise.withResolvers<typeof user>();
  vi.spyOn(tokens, 'verify').mockReturnValue(verifying.promise);
  await server.close();
  server = await startLive(tokens);
  const packets: string[] = [];
  const client = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  client.onmessage = ({ data }) => packets.push(String(data));
  const packetsOf = (type: string) => packets.filter((packet) => packet.startsWith(type));
  await until(() => packetsOf('0').length === 1);
  // Socket.IO's CONNECT: the second is sent before the response to the first.
  for (const connect of ['40{"token":"mia"}', '40']) client.send(connect);
  await until(() => packetsOf('44').length === 1);
  expect(packetsOf('44')).toEqual([expect.stringContaining('This connection already has a socket')]);
  verifying.resolve(user);
  await until(() => packetsOf('40').length === 1);
  expect(server.gateway.connections).toBe(1);
  server.gateway.publish(postLiked(1));
  server.gateway.publish(postLiked(2, { postId: 'p2' }));
  await until(() => packets.some((packet) => packet.includes('"likeCount":2')));
  expect(packetsOf('42')).toHaveLength(2);
  client.close();
});
