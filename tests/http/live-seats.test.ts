/** Each connection has one seat, which is sent what comes after it was taken: nothing twice, and nothing left out. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Applied } from '../../projections/runner/applied.ts';
import { type Browser, browse, type LiveServer, likeCounts, liked, startLive, Tokens } from '../support/live.ts';
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
  const browser = await browse(server.url);
  browsers.push(browser);
  return browser;
}

/** Likes of several posts, committed and pushed together. */
function together(...batches: readonly Applied[]): Applied {
  const [first = liked(0)] = batches;
  const documents = new Map(batches.map((batch) => [batch.events[0]?.stream.replace('post-', ''), batch]));
  return {
    ...first,
    events: batches.flatMap(({ events }) => events),
    document: (collection, id) => documents.get(id)?.document(collection, id),
  };
}

test('a browser that joins later gets all of what is pushed from then on, and nothing of before', async () => {
  const early = await open();
  server.gateway.applied(liked(1, { postId: 'a' }));
  await until(() => likeCounts(early).length === 1);
  const late = await open();
  server.gateway.applied(together(liked(2, { postId: 'b' }), liked(3, { postId: 'c' }), liked(4, { postId: 'd' })));
  await until(() => likeCounts(early).length === 4);
  server.gateway.applied(liked(5, { postId: 'e' }));
  await until(() => browsers.every((browser) => likeCounts(browser).at(-1) === 5));
  expect(likeCounts(late)).toEqual([2, 3, 4, 5]);
  expect(likeCounts(early)).toEqual([1, 2, 3, 4, 5]);
});

test('of two sockets that a client asks for over one connection only one gets a seat', async () => {
  const packets: string[] = [];
  const client = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  client.onmessage = ({ data }) => packets.push(String(data));
  const packetsOf = (type: string) => packets.filter((packet) => packet.startsWith(type));
  await until(() => packetsOf('0').length === 1);
  // Socket.IO's CONNECT: the second comes before the first is answered.
  for (const connect of ['40', '40']) client.send(connect);
  await until(() => packetsOf('40').length + packetsOf('44').length === 2);
  expect(packetsOf('44')).toEqual([expect.stringContaining('This connection has its seat')]);
  expect(server.gateway.connections).toBe(1);
  server.gateway.applied(liked(1));
  server.gateway.applied(liked(2, { postId: 'p2' }));
  await until(() => packets.some((packet) => packet.includes('"likeCount":2')));
  expect(packetsOf('42')).toHaveLength(2);
  client.close();
});
