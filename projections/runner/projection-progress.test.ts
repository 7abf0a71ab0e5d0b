import { expect, test, vi } from 'vitest';
import type { ProjectedEvent } from '../definitions/projection.ts';
import { ProjectionProgress } from './projection-progress.ts';

const recorded = (at: string): ProjectedEvent => ({
  type: 'Written',
  stream: 'note-1',
  revision: 0n,
  position: 7n,
  data: {},
  meta: { actor: 'ann', at, schema: 1 },
});

test('shows the age of the last folded event until it has caught up', () => {
  vi.useFakeTimers({ now: new Date('2026-03-31T18:00:00.000Z') });
  try {
    const progress = new ProjectionProgress({ name: 'notes', version: 1 });
    expect(progress.status).toMatchObject({ state: 'catching-up', lagMs: undefined });
    progress.committed({ events: [recorded('2026-03-31T17:59:00.000Z')], writes: [], position: 7n });
    expect(progress.status).toMatchObject({ state: 'catching-up', lagMs: 60_000 });
    // Events of other projections only move the checkpoint.
    progress.committed({ events: [], writes: [], position: 9n });
    expect(progress.status).toMatchObject({ position: '9', lagMs: 60_000 });
    progress.reachedEnd();
    expect(progress.status).toMatchObject({ state: 'live', lagMs: 0 });
  } finally {
    vi.useRealTimers();
  }
});

test('counts the failures from which the delays grow, until a commit or the end of the log', () => {
  const progress = new ProjectionProgress({ name: 'notes', version: 1 });
  const failures = (count: number) => {
    for (let n = 0; n < count; n++) progress.failed(new Error('The store is away'));
    return progress.failures;
  };
  expect(failures(2)).toBe(2);
  progress.committed({ events: [], writes: [], position: 9n });
  expect(failures(1)).toBe(1);
  progress.reachedEnd();
  expect(failures(3)).toBe(3);
});
