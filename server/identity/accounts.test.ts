import { afterEach, expect, test, vi } from 'vitest';
import { MemoryCounts } from '../../tests/support/memory-counts.ts';
import { createLimits } from '../limits/limits.ts';
import { createAccounts } from './accounts.ts';

afterEach(() => void vi.useRealTimers());

/** "right", "wrong", or the code of the refusal. */
const outcomeOf = (check: Promise<boolean>): Promise<string> =>
  check.then(
    (isRight) => (isRight ? 'right' : 'wrong'),
    (error) => error.code,
  );

test('wrong passwords that are tried on three nodes count together, until the right one', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const isRight = JSON.parse(body).password === 'right';
    return Response.json(isRight ? { localId: 'mia' } : { error: { message: 'INVALID_PASSWORD' } });
  });
  const counts = new MemoryCounts();
  const nodes = [0, 1, 2].map(() =>
    createAccounts({
      limits: createLimits({ counts }),
      rest: async () => ({ base: 'http://127.0.0.1:9', apiKey: 'key' }),
      sdk: () => Promise.reject(new Error('Not needed')),
    }),
  );
  const tryOnAll = async (password: string): Promise<string[]> => {
    const outcomes = nodes.map((node) => outcomeOf(node.checkPassword('mia', 'mia@example.org', [password])));
    await vi.advanceTimersByTimeAsync(150);
    return Promise.all(outcomes);
  };
  const tryWrong = async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 10; round++) outcomes.push(...(await tryOnAll('wrong')));
    return outcomes.filter((outcome) => outcome === 'wrong').length;
  };
  expect(await tryOnAll('wrong')).toEqual(['wrong', 'wrong', 'wrong']);
  expect(await tryOnAll('right')).toEqual(['right', 'right', 'right']);
  const tried = await tryWrong();
  expect(tried).toBeGreaterThanOrEqual(10);
  expect(tried).toBeLessThanOrEqual(10 + 2 * 2);
  expect(await tryOnAll('right')).toEqual(Array.from({ length: 3 }, () => 'TOO_MANY_ATTEMPTS'));
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  expect(await tryOnAll('right')).toEqual(['right', 'right', 'right']);
});

/** Accounts on one node, whose sign-in gets this response. */
function accountsWith(signIn: () => Promise<Response>) {
  vi.stubGlobal('fetch', signIn);
  const accounts = createAccounts({
    limits: createLimits(),
    rest: async () => ({ base: 'http://127.0.0.1:9', apiKey: 'key' }),
    sdk: () => Promise.reject(new Error('Not needed')),
  });
  return (passwords = ['secret']) => outcomeOf(accounts.checkPassword('mia', 'mia@example.org', passwords));
}

test('the password of another account, which has the email by now, is wrong', async () => {
  const check = accountsWith(async () => Response.json({ localId: 'eve' }));
  expect(await check()).toBe('wrong');
});

test('attempts count from their beginning, so that many at once are no more than one after the other', async () => {
  const check = accountsWith(async () => Response.json({ error: { message: 'INVALID_PASSWORD' } }));
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => check()));
  expect(outcomes).toEqual([...Array(10).fill('wrong'), 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
});

test('attempts without an answer of the identity service do not count', async () => {
  let isAway = true;
  const check = accountsWith(async () => {
    if (isAway) throw new Error('No answer');
    return Response.json({ localId: 'mia' });
  });
  for (let n = 0; n < 20; n++) expect(await check()).toBe('IDENTITY_UNAVAILABLE');
  isAway = false;
  expect(await check()).toBe('right');
});

test('attempts count although a second password gets no answer', async () => {
  let answers = 0;
  const check = accountsWith(async () => {
    if (answers++ % 2 === 1) throw new Error('No answer');
    return Response.json({ error: { message: 'INVALID_PASSWORD' } });
  });
  const outcomes: string[] = [];
  for (let n = 0; n < 12; n++) outcomes.push(await check(['first guess', 'second guess']));
  expect(outcomes).toEqual([...Array(10).fill('IDENTITY_UNAVAILABLE'), 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
});
