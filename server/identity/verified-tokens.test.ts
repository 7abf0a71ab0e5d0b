import { describe, expect, test, vi } from 'vitest';
import { ExpiredToken, IdentityUnavailable, InvalidToken, type User } from './identity.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

const minuteMs = 60_000;
const token = (name: string): string => `e30.${name}.`;

/** Clocks that the test advances, and an identity service that verifies tokens with this function. */
function setUp(verify: (token: string) => Promise<User>) {
  const time = { wall: 1_000_000, monotonic: 5_000 };
  const clock = { wallMs: () => time.wall, monotonicMs: () => time.monotonic };
  const advance = (ms: number) => {
    time.wall += ms;
    time.monotonic += ms;
  };
  const verifyOnce = vi.fn(verify);
  return { time, advance, verifyOnce, tokens: createVerifiedTokens(verifyOnce, { timeoutMs: 200, clock }) };
}

const user = (uid: string, expiresAt = 1_000_000 + 60 * minuteMs): User => ({ uid, expiresAt, signedInAt: 1_000_000 });
const nobodyIsOnline = () => false;

test('verifies a token once and accepts it until it expires', async () => {
  const { tokens, verifyOnce, advance } = setUp(async () => user('ann', 1_000_000 + minuteMs));
  expect(tokens.cached(token('a'))).toBeUndefined();
  expect(await tokens.verify(token('a'))).toEqual(user('ann', 1_000_000 + minuteMs));
  expect(tokens.cached(token('a'))?.uid).toBe('ann');
  expect((await tokens.verify(token('a'))).uid).toBe('ann');
  expect(verifyOnce).toHaveBeenCalledTimes(1);
  advance(minuteMs);
  expect(tokens.cached(token('a'))).toBeUndefined();
  await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
});

test('shares one verification among concurrent calls with the same token', async () => {
  const { tokens, verifyOnce } = setUp(async () => user('ann'));
  const users = await Promise.all(Array.from({ length: 50 }, () => tokens.verify(token('a'))));
  expect(new Set(users.map(({ uid }) => uid))).toEqual(new Set(['ann']));
  expect(verifyOnce).toHaveBeenCalledTimes(1);
});

test.each(['', 'garbage', 'a.b', 'a.b.c.d', 'a b.c.d', `a.${'b'.repeat(9_000)}.c`])(
  'refuses a malformed token without a verification: %#',
  async (text) => {
    const { tokens, verifyOnce } = setUp(async () => user('ann'));
    await expect(tokens.verify(text)).rejects.toThrow(InvalidToken);
    expect(verifyOnce).not.toHaveBeenCalled();
  },
);

test('caches a refusal for a few seconds only', async () => {
  const { tokens, verifyOnce, advance } = setUp(() => Promise.reject(new InvalidToken('no')));
  await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
  await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
  expect(verifyOnce).toHaveBeenCalledTimes(1);
  advance(6_000);
  await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
  expect(verifyOnce).toHaveBeenCalledTimes(2);
});

test('does not cache an outage of the service', async () => {
  const { tokens, verifyOnce } = setUp(() => Promise.reject(new IdentityUnavailable('away')));
  await expect(tokens.verify(token('a'))).rejects.toThrow(IdentityUnavailable);
  verifyOnce.mockImplementation(async () => user('ann'));
  expect((await tokens.verify(token('a'))).uid).toBe('ann');
});

test('rejects when the service does not respond in time', async () => {
  const { tokens } = setUp(() => new Promise(() => undefined));
  await expect(tokens.verify(token('a'))).rejects.toThrow(IdentityUnavailable);
});

test('limits concurrent verifications to a thousand', async () => {
  const { tokens, verifyOnce } = setUp(() => new Promise(() => undefined));
  const all = await Promise.allSettled(Array.from({ length: 1_200 }, (_, n) => tokens.verify(token(`n${n}`))));
  expect(verifyOnce).toHaveBeenCalledTimes(1_000);
  expect(all.every(({ status }) => status === 'rejected')).toBe(true);
});

test('verifies a token again after a minute without use', async () => {
  const { tokens, verifyOnce, advance } = setUp(async () => user('ann'));
  await tokens.verify(token('a'));
  advance(minuteMs);
  expect(tokens.cached(token('a'))?.uid).toBe('ann');
  verifyOnce.mockImplementation(() => Promise.reject(new InvalidToken('revoked')));
  advance(minuteMs + 1);
  expect(tokens.cached(token('a'))).toBeUndefined();
  await expect(tokens.verify(token('a'))).rejects.toThrow('revoked');
});

test('refuses a token known to be revoked during a later outage', async () => {
  const { tokens, verifyOnce, advance } = setUp(async () => user('ann'));
  await tokens.verify(token('a'));
  advance(minuteMs + 1);
  verifyOnce.mockImplementation(() => Promise.reject(new InvalidToken('revoked')));
  await expect(tokens.verify(token('a'))).rejects.toThrow('revoked');
  verifyOnce.mockImplementation(() => Promise.reject(new IdentityUnavailable('away')));
  advance(6_000);
  await expect(tokens.verify(token('a'))).rejects.toThrow(IdentityUnavailable);
});

test('lists tokens used within a minute, and those of online users for longer', async () => {
  const { tokens, advance } = setUp(async (requested) => user(requested.split('.')[1] ?? ''));
  for (const name of ['ann', 'ben', 'eve']) await tokens.verify(token(name));
  const inUse = (isOnline: (uid: string) => boolean) =>
    [...tokens.refreshInUse(isOnline)].map(({ uid }) => uid).toSorted();
  expect(inUse(nobodyIsOnline)).toEqual(['ann', 'ben', 'eve']);
  advance(minuteMs / 2);
  tokens.cached(token('ann'));
  expect(inUse((uid) => uid === 'ben')).toEqual(['ann', 'ben', 'eve']);
  advance(minuteMs / 2 + 1);
  expect(inUse(nobodyIsOnline)).toEqual(['ann', 'ben']);
  expect(tokens.cached(token('ben'))?.uid).toBe('ben');
});

test('does not list an idle token when its user comes online, because it may be revoked', async () => {
  const { tokens, advance } = setUp(async () => user('ann'));
  await tokens.verify(token('a'));
  advance(minuteMs + 1);
  expect([...tokens.refreshInUse(() => true)]).toEqual([]);
  expect(tokens.cached(token('a'))).toBeUndefined();
});

test('accepts a verified token until it expires during an outage of the service', async () => {
  const { tokens, verifyOnce, advance } = setUp(async () => user('ann'));
  await tokens.verify(token('a'));
  verifyOnce.mockImplementation(() => Promise.reject(new IdentityUnavailable('away')));
  advance(30 * minuteMs);
  expect((await tokens.verify(token('a'))).uid).toBe('ann');
  // The next request does not wait for the service again.
  expect(tokens.cached(token('a'))?.uid).toBe('ann');
  advance(30 * minuteMs);
  await expect(tokens.verify(token('a'))).rejects.toThrow(IdentityUnavailable);
});

test('verifies a removed token again, and discards a verification in progress', async () => {
  const { tokens, verifyOnce, advance } = setUp(async () => user('ann'));
  for (const name of ['a', 'b']) await tokens.verify(token(name));
  const verified = Promise.withResolvers<User>();
  verifyOnce.mockImplementation(() => verified.promise);
  const late = tokens.verify(token('late'));
  tokens.remove('ann', (each) => each === token('a'));
  verified.resolve(user('ann'));
  expect((await late).uid).toBe('ann');
  expect([token('a'), token('b'), token('late')].map(tokens.has)).toEqual([false, true, false]);
  expect(tokens.cached(token('late'))).toBeUndefined();

  advance(1);
  await tokens.verify(token('late'));
  expect(tokens.has(token('late'))).toBe(true);
});

describe('a wrong wall clock', () => {
  test.each([0, -60 * minuteMs])('does not keep a valid token refused once corrected (%d ms)', async (changeMs) => {
    const { tokens, verifyOnce, time } = setUp(() => Promise.reject(new ExpiredToken('expired')));
    time.wall += 60 * minuteMs;
    await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
    time.wall += changeMs;
    verifyOnce.mockImplementation(async () => user('ann', time.wall + 60 * minuteMs));
    expect((await tokens.verify(token('a'))).uid).toBe('ann');
  });

  test('does not keep a token refused for more than a few seconds', async () => {
    const { tokens, verifyOnce, time, advance } = setUp(() => Promise.reject(new InvalidToken('no')));
    time.wall += 60 * minuteMs;
    await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
    time.wall -= 60 * minuteMs;
    verifyOnce.mockImplementation(async () => user('ann'));
    advance(6_000);
    expect((await tokens.verify(token('a'))).uid).toBe('ann');
  });

  test('does not permanently end a verified token', async () => {
    const { tokens, time } = setUp(async () => user('ann'));
    await tokens.verify(token('a'));
    time.wall += 90 * minuteMs;
    await expect(tokens.verify(token('a'))).rejects.toThrow(ExpiredToken);
    time.wall -= 90 * minuteMs;
    expect((await tokens.verify(token('a'))).uid).toBe('ann');
  });

  test('does not extend the life of a token when it is set back', async () => {
    const { tokens, time, advance } = setUp(async () => user('ann'));
    await tokens.verify(token('a'));
    time.wall -= 24 * 60 * minuteMs;
    for (let use = 0; use < 120; use++) {
      advance(minuteMs / 2);
      if (use < 119) expect(tokens.cached(token('a'))?.uid, `${use}`).toBe('ann');
    }
    expect(tokens.cached(token('a'))).toBeUndefined();
  });
});

test('limits the number and the total length of cached tokens', async () => {
  const { tokens, verifyOnce } = setUp(async () => user('ann'));
  for (let n = 0; n < 10_050; n += 1) await tokens.verify(token(`n${n}`));
  expect(tokens.cached(token('n0'))).toBeUndefined();
  expect(tokens.cached(token('n10049'))).toBeDefined();
  verifyOnce.mockClear();
  const long = (n: number): string => token(`${n}${'x'.repeat(8_000)}`);
  for (let n = 0; n < 2_200; n += 1) await tokens.verify(long(n));
  expect(tokens.cached(long(0))).toBeUndefined();
  expect(tokens.cached(long(2_199))).toBeDefined();
});
