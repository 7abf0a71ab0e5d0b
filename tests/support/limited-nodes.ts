/** Nodes with limits that share their counts, on a simulated clock. */
import { afterEach, beforeEach, vi } from 'vitest';
import type { LimitRule } from '../../server/limits/limit-rule.ts';
import { createLimits, type Limit, type Limits } from '../../server/limits/limits.ts';
import { MemoryCounts } from './memory-counts.ts';

export const perMinute = (max: number): LimitRule => ({
  max,
  periodMs: 60_000,
  refill: 'evenly',
  maxUnsettled: Math.ceil(max / 2),
});
export const attempts = {
  max: 10,
  periodMs: 900_000,
  refill: 'after the last use',
  maxUnsettled: 2,
} satisfies LimitRule;

/** Passes simulated time. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** How many of some units are granted at once. */
export const grantsOf = (limit: Limit | undefined, tries: number, subject = 'mia'): number => {
  let granted = 0;
  for (let n = 0; n < tries; n++) if (limit?.take(subject) === 0) granted++;
  return granted;
};

/** Units that are granted one by one, each known to all nodes before the next one is asked for. */
export async function slowGrantsOf(limit: Limit | undefined, tries: number): Promise<number> {
  let granted = 0;
  for (let n = 0; n < tries; n++) {
    granted += grantsOf(limit, 1);
    await pass(100);
  }
  return granted;
}

/** Opens nodes for each test of a file. */
export function limitedNodes() {
  const shared = { counts: new MemoryCounts(), failures: 0 };
  let opened: Limits[];
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(shared, { counts: new MemoryCounts(), failures: 0 });
    opened = [];
  });
  afterEach(async () => {
    const closed = Promise.all(opened.map((limits) => limits.close()));
    await pass(1_000);
    await closed;
    vi.useRealTimers();
  });
  const openNode = (): Limits => {
    const limits = createLimits({ counts: shared.counts, onFailure: () => shared.failures++ });
    opened.push(limits);
    return limits;
  };
  /** The same limit on each node. */
  const onNodes = <Count extends 1 | 2 | 3>(count: Count, rule: LimitRule): Limit[] =>
    Array.from({ length: count }, () => openNode().open('test', rule));
  return {
    shared,
    openNode,
    onNodes,
    /** In the order in which they were opened. */
    nodes: (): readonly Limits[] => opened,
  };
}
