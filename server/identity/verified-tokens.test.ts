import { expect, test, vi } from 'vitest';
import { IdentityUnavailable, InvalidToken, type User } from './identity.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

const minute = 60_000;
const token = (name: string): string => `e30.${name}.`;

/** A clock that the test moves, and a service whose answers the test sets. */
function setUp(answer: (token: string) => Promise<User>) {
  const clock = { now: 1_000_000 };
  const verifyOnce = vi.fn(answer);
  return { clock, verifyOnce, tokens: createVerifiedTokens(verifyOnce, { timeoutMs: 200, now: () => clock.now }) };
}

const user = (uid: string, expiresAt = 1_000_000 + 60 * minute): User => ({ uid, expiresAt });

test('a token is verified once and then known until it expires', async () => {
  const { tokens, verifyOnce, clock } = setUp(async () => user('ann', 1_000_000 + 3 * minute));
  expect(tokens.cached(token('a'))).toBeUndefined();
  expect(await tokens.verify(token('a'))).toEqual(user('ann', 1_000_000 + 3 * minute));
  expect(tokens.cached(token('a'))?.uid).toBe('ann');
  expect((await tokens.verify(token('a'))).uid).toBe('ann');
  expect(verifyOnce).toHaveBeenCalledTimes(1);
  clock.now += 3 * minute;
  expect(tokens.cached(token('a'))).toBeUndefined();
  await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
});

test('all who ask for one token at a time share one verification', async () => {
  const { tokens, verifyOnce } = setUp(async () => user('ann'));
  const users = await Promise.all(Array.from({ length: 50 }, () => tokens.verify(token('a'))));
  expect(new Set(users.map(({ uid }) => uid))).toEqual(new Set(['ann']));
  expect(verifyOnce).toHaveBeenCalledTimes(1);
});

test.each(['', 'garbage', 'a.b', 'a.b.c.d', 'a b.c.d', `a.${'b'.repeat(9_000)}.c`])(
  'what cannot be a token is refused without asking: %#',
  async (text) => {
    const { tokens, verifyOnce } = setUp(async () => user('ann'));
    await expect(tokens.verify(text)).rejects.toThrow(InvalidToken);
    expect(verifyOnce).not.toHaveBeenCalled();
  },
);

test('a refusal is remembered for a few seconds only', async () => {
  const { tokens, verifyOnce, clock } = setUp(() => Promise.reject(new InvalidToken('no')));
  await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
  await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
  expect(verifyOnce).toHaveBeenCalledTimes(1);
  clock.now += 6_000;
  await expect(tokens.verify(token('a'))).rejects.toThrow(InvalidToken);
  expect(verifyOnce).toHaveBeenCalledTimes(2);
});

test('that the service is away is not remembered', async () => {
  const { tokens, verifyOnce } = setUp(() => Promise.reject(new IdentityUnavailable('away')));
  await expect(tokens.verify(token('a'))).rejects.toThrow(IdentityUnavailable);
  verifyOnce.mockImplementation(async () => user('ann'));
  expect((await tokens.verify(token('a'))).uid).toBe('ann');
});

test('a service that does not answer is not waited for', async () => {
  const { tokens } = setUp(() => new Promise(() => undefined));
  await expect(tokens.verify(token('a'))).rejects.toThrow(IdentityUnavailable);
});

test('no more than a thousand verifications are under way', async () => {
  const { tokens, verifyOnce } = setUp(() => new Promise(() => undefined));
  const all = await Promise.allSettled(Array.from({ length: 1_200 }, (_, n) => tokens.verify(token(`n${n}`))));
  expect(verifyOnce).toHaveBeenCalledTimes(1_000);
  expect(all.every(({ status }) => status === 'rejected')).toBe(true);
});

test('a token in use is checked again behind the scenes, and refused once it is revoked', async () => {
  const { tokens, verifyOnce, clock } = setUp(async () => user('ann'));
  await tokens.verify(token('a'));
  clock.now += 4 * minute;
  expect(tokens.cached(token('a'))?.uid).toBe('ann');
  expect(verifyOnce).toHaveBeenCalledTimes(1);

  verifyOnce.mockImplementation(() => Promise.reject(new InvalidToken('revoked')));
  clock.now += 2 * minute;
  expect(tokens.cached(token('a'))?.uid).toBe('ann');
  await vi.waitFor(() => expect(tokens.cached(token('a'))).toBeUndefined());
  await expect(tokens.verify(token('a'))).rejects.toThrow('revoked');
});

test('a token that was not used for long is checked before it is accepted again', async () => {
  const { tokens, verifyOnce, clock } = setUp(async () => user('ann'));
  await tokens.verify(token('a'));
  verifyOnce.mockImplementation(() => Promise.reject(new InvalidToken('revoked')));
  clock.now += 11 * minute;
  expect(tokens.cached(token('a'))).toBeUndefined();
  await expect(tokens.verify(token('a'))).rejects.toThrow('revoked');
});

test('while the service is away, a token verified before stays good until it expires', async () => {
  const { tokens, verifyOnce, clock } = setUp(async () => user('ann'));
  await tokens.verify(token('a'));
  verifyOnce.mockImplementation(() => Promise.reject(new IdentityUnavailable('away')));
  clock.now += 30 * minute;
  expect((await tokens.verify(token('a'))).uid).toBe('ann');
  clock.now += 30 * minute;
  await expect(tokens.verify(token('a'))).rejects.toThrow(IdentityUnavailable);
});

test('only so many tokens are kept, and only so much of them', async () => {
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
