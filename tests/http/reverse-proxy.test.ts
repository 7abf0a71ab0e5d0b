/** The server behind a reverse proxy, which this test simulates. */
import { expect, test } from 'vitest';
import { startBareServer } from '../support/bare-server.ts';
import { withoutAccounts } from '../support/no-accounts.ts';

/** The statuses of requests that the proxy forwards for these client addresses. */
async function statusesOf(address: string, clients: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const client of clients) {
    const response = await fetch(`${address}/api/community`, { headers: { 'x-forwarded-for': client } });
    statuses.push(response.status);
  }
  return statuses;
}

/** Whether a page can connect for live updates if the proxy forwards with another host name. */
async function isLive(address: string): Promise<boolean> {
  const headers = { origin: 'http://potluck.localhost', 'x-forwarded-host': 'potluck.localhost' };
  return (await fetch(`${address}/socket.io/?EIO=4&transport=polling`, { headers })).ok;
}

const clients = ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2'];

test('limits each client behind a trusted proxy separately, and accepts pages of its host', async () => {
  const address = await startBareServer({ ...(await withoutAccounts()), RATE_LIMIT: '2', TRUST_PROXY: 'loopback' });
  expect(await statusesOf(address, clients)).toEqual([200, 200, 429, 200]);
  expect(await isLive(address)).toBe(true);
});

test('ignores the forwarding headers of an untrusted proxy', async () => {
  const address = await startBareServer({ ...(await withoutAccounts()), RATE_LIMIT: '2' });
  expect(await statusesOf(address, clients)).toEqual([200, 200, 429, 429]);
  expect(await isLive(address)).toBe(false);
});
