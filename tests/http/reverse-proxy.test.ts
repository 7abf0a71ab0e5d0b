/** The server as a process behind a reverse proxy, which this test plays. */
import { expect, test } from 'vitest';
import { startBareServer } from '../support/bare-server.ts';

/** The statuses of requests that are passed on for these addresses. */
async function statusesOf(address: string, people: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const person of people) {
    const answer = await fetch(`${address}/api/community`, { headers: { 'x-forwarded-for': person } });
    statuses.push(answer.status);
  }
  return statuses;
}

/** Whether a page gets live updates from a server that the proxy asks by another name. */
async function isLive(address: string): Promise<boolean> {
  const headers = { origin: 'http://potluck.localhost', 'x-forwarded-host': 'potluck.localhost' };
  return (await fetch(`${address}/socket.io/?EIO=4&transport=polling`, { headers })).ok;
}

const people = ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2'];

test('that is trusted, everybody has a limit of his own, and pages of its host are our own', async () => {
  const { address } = await startBareServer({ RATE_LIMIT: '2', TRUST_PROXY: 'loopback' });
  expect(await statusesOf(address, people)).toEqual([200, 200, 429, 200]);
  expect(await isLive(address)).toBe(true);
});

test('that nobody has named, no header gets anybody more', async () => {
  const { address } = await startBareServer({ RATE_LIMIT: '2' });
  expect(await statusesOf(address, people)).toEqual([200, 200, 429, 429]);
  expect(await isLive(address)).toBe(false);
});
