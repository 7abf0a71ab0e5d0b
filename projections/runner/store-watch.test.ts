import { expect, test } from 'vitest';
import type { Checkpoint } from '../read-models/read-model-store.ts';
import type { ProjectionState } from './projection-status.ts';
import { watchStore } from './store-watch.ts';

/** How many losses are reported while the store answers in these ways, one check after the other. */
async function lossesOf(
  progress: { position: bigint | undefined; state: ProjectionState },
  ...answers: (() => Promise<Checkpoint | undefined>)[]
): Promise<number> {
  const stop = new AbortController();
  let losses = 0;
  let checks = 0;
  await watchStore({
    model: { committed: () => answers[checks - 1]?.() ?? Promise.resolve(undefined) },
    delays: { storeCheckMs: 1 },
    progress: {
      get position() {
        if (++checks === answers.length) stop.abort();
        return progress.position;
      },
      state: progress.state,
    },
    onLoss: () => losses++,
    signal: stop.signal,
  });
  expect(checks).toBe(answers.length);
  return losses;
}

const at = (position: bigint) => async () => ({ position, eventId: undefined });
const emptied = async () => undefined;
const unavailable = () => Promise.reject(new Error('The store is away'));

test('a store that was emptied, or is behind, has lost data', async () => {
  expect(await lossesOf({ position: 10n, state: 'live' }, emptied, at(9n))).toBe(2);
});

test('a store that is unavailable, or has moved on, has lost nothing', async () => {
  expect(await lossesOf({ position: 10n, state: 'live' }, unavailable, at(10n), at(11n))).toBe(0);
});

test.each([
  { position: undefined, state: 'catching-up' },
  { position: 10n, state: 'standby' },
] as const)('a runner without a position of its own does not ask: $state', async (progress) => {
  expect(await lossesOf(progress, emptied)).toBe(0);
});
