import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryCounts } from '../../../../tests/support/memory-counts.ts';
import { createLimits } from '../../../limits/limits.ts';
import { createGuessLimit, type GuessLimit } from './guess-limit.ts';

const minuteMs = 60_000;

let limit: GuessLimit;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  limit = createGuessLimit(createLimits());
});
afterEach(() => {
  vi.useRealTimers();
});

const wrong = async () => undefined;
const right = async () => 'Home';
/** "found", "not found", or the code of the refusal. */
const lookUp = (user: string, address: string, find: () => Promise<string | undefined> = wrong): Promise<string> =>
  limit.lookUp(user, address, find).then(
    (found) => (found === undefined ? 'not found' : 'found'),
    (error) => error.code,
  );

/** Each guess is of another user at another address. */
async function guessEverywhere(count: number): Promise<Set<string>> {
  const outcomes = new Set<string>();
  for (let n = 0; n < count; n++) outcomes.add(await lookUp(`user-${n}`, `10.0.${n >> 8}.${n & 255}`));
  return outcomes;
}

test('wrong codes of all users together are limited to 2,000 an hour', async () => {
  expect(await guessEverywhere(2_000)).toEqual(new Set(['not found']));
  expect(await lookUp('mia', '192.0.2.1')).toBe('TOO_MANY_WRONG_CODES');
  // Whether a code is right is not said either.
  expect(await lookUp('mia', '192.0.2.1', right)).toBe('TOO_MANY_WRONG_CODES');
  const refusal = await limit.lookUp('mia', '192.0.2.1', right).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ statusCode: 429, details: { retryAfter: 2 } });
  vi.advanceTimersByTime(minuteMs);
  expect(await lookUp('mia', '192.0.2.1', right)).toBe('found');
});

test('right codes and failed look-ups do not count', async () => {
  for (let n = 0; n < 3_000; n++) await lookUp(`user-${n}`, `10.1.${n >> 8}.${n & 255}`, right);
  const failing = () => Promise.reject(new Error('The read model is unavailable'));
  for (let n = 0; n < 100; n++) await lookUp('mia', '192.0.2.1', failing);
  expect(await lookUp('mia', '192.0.2.1')).toBe('not found');
  expect(await guessEverywhere(1_900)).toEqual(new Set(['not found']));
});

test('wrong codes from one network of a subscriber count together, whichever of its addresses sends them', async () => {
  const outcomes = new Set<string>();
  for (let n = 0; n < 60; n++) outcomes.add(await lookUp(`user-${n}`, `2001:db8:0:1::${n.toString(16)}`));
  expect(outcomes).toEqual(new Set(['not found']));
  expect(await lookUp('eve', '2001:db8:0:1::abcd')).toBe('TOO_MANY_WRONG_CODES');
  expect(await lookUp('eve', '2001:db8:0:2::1')).toBe('not found');
});

test('simultaneous guesses of a user count before they are decided', async () => {
  const undecided = Promise.withResolvers<undefined>();
  const guesses = Array.from({ length: 30 }, () => lookUp('eve', '192.0.2.1', () => undecided.promise));
  undecided.resolve(undefined);
  const outcomes = await Promise.all(guesses);
  expect(outcomes.filter((outcome) => outcome === 'not found')).toHaveLength(20);
});

test('wrong codes that a user tries on three nodes count together', async () => {
  vi.useFakeTimers();
  const counts = new MemoryCounts();
  const nodes = [0, 1, 2].map(() => createGuessLimit(createLimits({ counts })));
  let wrongCodes = 0;
  for (let round = 0; round < 40; round++) {
    const guesses = nodes.map((node) => node.lookUp('eve', '192.0.2.1', wrong));
    wrongCodes += (await Promise.allSettled(guesses)).filter(({ status }) => status === 'fulfilled').length;
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(wrongCodes).toBeGreaterThanOrEqual(20);
  expect(wrongCodes).toBeLessThanOrEqual(20 + 2 * 2);
});
