/** The limit on requests per minute. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVerifiedTokens } from '../../server/identity/verified-tokens.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { knownUsers } from '../support/known-users.ts';

const perMinute = 6;
const [mia, tom] = ['Bearer token-mia.signed.', 'Bearer token-tom.signed.'];

describe('the rate limit', () => {
  let folder: string;
  let running: EmbeddedApp;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'potluck-rate-limit-'));
    const users = knownUsers('mia', 'tom');
    const identity = { ...users, ...createVerifiedTokens((token) => users.verify(token.split('.', 1).join())) };
    running = await openEmbeddedApp(folder, [], { rateLimit: perMinute, identity });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await running.close();
    await rm(folder, { recursive: true });
  });

  const send = (authorization?: string, remoteAddress = '198.51.100.7', url = '/api/community') =>
    injectChecked(running.app, { url, remoteAddress, headers: { ...(authorization && { authorization }) } });
  const sendMany = async (count: number, ...args: Parameters<typeof send>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await send(...args)).statusCode);
    return statuses;
  };
  const allowed = Array.from({ length: perMinute }, () => 200);

  it('rejects a visitor over the limit with Retry-After, and accepts requests again after that time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    expect(await sendMany(perMinute)).toEqual(allowed);
    const refused = await send();
    expect(refused.json()).toMatchObject({
      statusCode: 429,
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests; please wait a moment',
    });
    expect(refused.headers['retry-after']).toBe('10');
    vi.advanceTimersByTime(9_000);
    expect((await send()).statusCode).toBe(429);
    vi.advanceTimersByTime(1_000);
    expect(await sendMany(2)).toEqual([200, 429]);
    vi.advanceTimersByTime(60 * 60_000);
    expect(await sendMany(perMinute + 1)).toEqual([...allowed, 429]);
  });

  it('counts pictures that are asked for by their address, which is the choice of the visitor', async () => {
    const unknown = '/pictures/by-address?url=https%3A%2F%2Felsewhere.example%2F1';
    const statuses = await sendMany(perMinute + 1, undefined, '198.51.100.7', unknown);
    expect(statuses).toEqual([...allowed.map(() => 404), 429]);
  });

  it('counts visitors by address, and users across all addresses', async () => {
    expect(await sendMany(perMinute + 1)).toEqual([...allowed, 429]);
    expect((await send(undefined, '198.51.100.8')).statusCode).toBe(200);

    const home = '198.51.100.9';
    // The first request of a user verifies the token, and counts for the address.
    expect(await sendMany(1, mia, home)).toEqual([200]);
    expect(await sendMany(1, tom, home)).toEqual([200]);
    expect(await sendMany(perMinute + 1, mia, home)).toEqual([...allowed, 429]);
    expect((await send(mia, '198.51.100.10')).statusCode).toBe(429);
    expect(await sendMany(perMinute, tom, home)).toEqual(allowed);
  });

  it('counts a search as several requests', async () => {
    const search = ['198.51.100.7', '/api/recipes/find'] as const;
    expect(await sendMany(2, undefined, ...search)).toEqual([200, 429]);
    expect(await sendMany(2, mia, ...search)).toEqual([200, 429]);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const statuses: number[] = [];
    for (let n = 0; n <= perMinute; n++) statuses.push((await send(undefined, `2001:db8:0:1::${n}`)).statusCode);
    expect(statuses).toEqual([...allowed, 429]);
    expect((await send(undefined, '2001:db8:0:2::1')).statusCode).toBe(200);
  });

  it('counts unverified tokens by address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n <= perMinute; n++) statuses.push((await send(`Bearer guessed.${n}.token`)).statusCode);
    expect(statuses).toEqual([...allowed.map(() => 401), 429]);
    expect((await send(mia)).statusCode).toBe(429);
    expect((await send(mia, '198.51.100.8')).statusCode).toBe(200);
  });

  it('counts requests that a route rejects, too', async () => {
    const statuses = await sendMany(perMinute + 1, undefined, undefined, '/api/grocery-list/mia');
    expect(statuses).toEqual([...allowed.map(() => 401), 429]);
  });

  it('does not tell the addresses of operators from unknown ones', async () => {
    const statusesOf = async (url: string, remoteAddress: string) => {
      const statuses: number[] = [];
      for (let n = 0; n <= perMinute; n++) statuses.push((await running.app.inject({ url, remoteAddress })).statusCode);
      return statuses;
    };
    expect(await statusesOf('/api/audit/events', '198.51.100.8')).toEqual([...allowed.map(() => 404), 429]);
    expect(await statusesOf('/api/audit/unknown', '198.51.100.9')).toEqual([...allowed.map(() => 404), 429]);
  });

  it('counts a large body as several requests, up to half of the limit', async () => {
    const post = async (content: string) => {
      const headers = { authorization: mia, 'content-type': 'application/json' };
      const payload = JSON.stringify({ title: 'Dumplings', content });
      return (await injectChecked(running.app, { method: 'POST', url: '/api/community', headers, payload })).statusCode;
    };
    // The token is not verified yet, so the request counts for the address.
    expect(await sendMany(1, mia)).toEqual([200]);
    expect(await post('x'.repeat(2_048))).toBe(201);
    expect(await post('x'.repeat(2_048))).toBe(201);
    expect(await post('x'.repeat(4_096))).toBe(429);
    expect(await sendMany(perMinute, tom)).toEqual(allowed);
  });

  it('accepts the largest allowed body even with a low limit', async () => {
    const headers = { authorization: mia, 'content-type': 'application/json' };
    const payload = JSON.stringify({ title: 'Dumplings', content: '漢'.repeat(20_000) });
    const response = await injectChecked(running.app, { method: 'POST', url: '/api/community', headers, payload });
    expect(response.statusCode).toBe(201);
  });

  it('counts five calls of a batch as one request', async () => {
    const batch = (calls: number) =>
      injectChecked(running.app, {
        method: 'POST',
        url: '/api/batch',
        headers: { authorization: mia },
        payload: {
          calls: Array.from({ length: calls }, (_, n) => ({
            method: 'PATCH',
            path: `/grocery-list/mia/019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e4${n % 10}`,
            key: `key-of-${n}-${calls}`,
            body: { checked: true },
          })),
        },
      });
    // The first request is counted by address, since its token is not known yet.
    await send(mia);
    const first = await batch(9);
    expect(first.json().results).toHaveLength(9);
    expect(await sendMany(5, mia)).toEqual([200, 200, 200, 200, 429]);
    expect((await batch(1)).statusCode).toBe(429);
  });
});
