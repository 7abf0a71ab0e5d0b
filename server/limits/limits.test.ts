import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryCounts } from '../../tests/support/memory-counts.ts';
import type { LimitRule } from './limit-rule.ts';
import { createLimits, type Limit, type Limits } from './limits.ts';

const perMinute = (max: number): LimitRule => ({
  max,
  periodMs: 60_000,
  refill: 'evenly',
  maxUnsettled: Math.ceil(max / 2),
});
const attempts = { max: 10, periodMs: 900_000, refill: 'after the last use', maxUnsettled: 2 } satisfies LimitRule;

let counts: MemoryCounts;
let opened: Limits[];
let failures: number;
beforeEach(() => {
  vi.useFakeTimers();
  counts = new MemoryCounts();
  opened = [];
  failures = 0;
});
afterEach(async () => {
  const closed = Promise.all(opened.map((limits) => limits.close()));
  await pass(1_000);
  await closed;
  vi.useRealTimers();
});

function openNode(): Limits {
  const limits = createLimits({ counts, onFailure: () => failures++ });
  opened.push(limits);
  return limits;
}
/** Units that are granted one by one, each known to all nodes before the next one is asked for. */
async function slowGrantsOf(limit: Limit | undefined, tries: number): Promise<number> {
  let granted = 0;
  for (let n = 0; n < tries; n++) {
    granted += grantsOf(limit, 1);
    await pass(100);
  }
  return granted;
}
/** The same limit on each node. */
const onNodes = <Count extends 1 | 2 | 3>(count: Count, rule: LimitRule): Limit[] =>
  Array.from({ length: count }, () => openNode().open('test', rule));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const grantsOf = (limit: Limit | undefined, tries: number, subject = 'mia'): number => {
  let granted = 0;
  for (let n = 0; n < tries; n++) if (limit?.take(subject) === 0) granted++;
  return granted;
};

describe('a limit of one node', () => {
  it('grants a burst, then the steady rate', () => {
    const limit = createLimits().open('test', perMinute(60));
    expect(grantsOf(limit, 100)).toBe(60);
    expect(limit.take('mia')).toBe(1_000);
    expect(grantsOf(limit, 1, 'tom')).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(grantsOf(limit, 100)).toBe(2);
    expect(limit.take('mia', 30)).toBe(30_000);
    vi.advanceTimersByTime(30_000);
    expect(limit.take('mia', 30)).toBe(0);
  });

  it('returns all units a period after the first use', () => {
    const limit = createLimits().open('test', { ...attempts, refill: 'after the first use' });
    limit.take('mia');
    vi.advanceTimersByTime(899_000);
    expect(grantsOf(limit, 20)).toBe(9);
    expect(limit.take('mia')).toBe(1_000);
    vi.advanceTimersByTime(1_000);
    expect(grantsOf(limit, 20)).toBe(10);
  });

  it('returns all units a period after the last use', () => {
    const limit = createLimits().open('test', attempts);
    limit.take('mia');
    vi.advanceTimersByTime(899_000);
    expect(grantsOf(limit, 20)).toBe(9);
    vi.advanceTimersByTime(899_999);
    expect(grantsOf(limit, 20)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(grantsOf(limit, 20)).toBe(10);
  });

  it('grants again what was given back', () => {
    const limit = createLimits().open('test', attempts);
    expect(grantsOf(limit, 20)).toBe(10);
    limit.giveBack('mia');
    expect(grantsOf(limit, 20)).toBe(1);
    limit.clear('mia');
    expect(grantsOf(limit, 20)).toBe(10);
  });

  it('takes back no more than was used', () => {
    const limit = createLimits().open('test', attempts);
    expect(grantsOf(limit, 20)).toBe(10);
    vi.advanceTimersByTime(attempts.periodMs);
    limit.giveBack('mia');
    expect(grantsOf(limit, 20)).toBe(10);
  });
});

describe('a limit of several nodes', () => {
  it('counts what the other nodes have granted', async () => {
    const [first, second] = onNodes(2, perMinute(60));
    expect(grantsOf(first, 25)).toBe(25);
    await pass(100);
    expect(grantsOf(second, 1)).toBe(1);
    await pass(100);
    // What comes back within half a second is granted early.
    expect(grantsOf(second, 100)).toBe(30);
    expect(grantsOf(first, 1)).toBe(1);
    await pass(100);
    expect(grantsOf(first, 100)).toBe(3);
    await pass(100);
    // Does not know of the last four.
    expect(grantsOf(second, 100)).toBe(4);
    await pass(100);
    // One comes back each second.
    expect(grantsOf(first, 100) + grantsOf(second, 100)).toBeLessThanOrEqual(1);
    expect(grantsOf(second, 100, 'tom')).toBe(30);
  });

  it('counts what is used while a call is under way, with the next call', async () => {
    counts.latencyMs = 50;
    const [first, second] = onNodes(2, attempts);
    first?.take('mia');
    await pass(10);
    expect([counts.calls, first?.take('mia')]).toEqual([0, 0]);
    await pass(1_000);
    let granted = 0;
    for (let round = 0; round < 20; round++) {
      granted += grantsOf(second, 1);
      await pass(200);
    }
    expect(granted).toBe(8);
  });

  it('counts each limit by itself', async () => {
    const [first, second] = [openNode().open('photos', attempts), openNode().open('reports', attempts)];
    for (let n = 0; n < 10; n++) {
      expect([first.take('mia'), second.take('mia')]).toEqual([0, 0]);
      await pass(100);
    }
  });

  it('lets two nodes exceed it by what one grants before it knows of the other', async () => {
    const nodes = onNodes(3, attempts);
    let granted = 0;
    for (let round = 0; round < 20; round++) {
      for (const node of nodes) granted += grantsOf(node, 5);
      await pass(100);
    }
    expect(granted).toBeGreaterThanOrEqual(10);
    expect(granted).toBeLessThanOrEqual(10 + 2 * attempts.maxUnsettled);
  });

  it('returns on all nodes what one of them gives back or clears', async () => {
    const [first, second] = onNodes(2, attempts);
    expect(await slowGrantsOf(first, 9)).toBe(9);
    expect(grantsOf(second, 1)).toBe(1);
    await pass(100);
    expect(second?.take('mia')).toBeGreaterThan(800_000);
    second?.giveBack('mia');
    await pass(100);
    expect(grantsOf(second, 5)).toBe(1);
    await pass(100);
    second?.clear('mia');
    await pass(100);
    expect(grantsOf(second, 2)).toBe(2);
  });

  it('grants again on a node that has refused, once another has cleared what was used', async () => {
    const [first, second] = onNodes(2, attempts);
    expect(await slowGrantsOf(second, 10)).toBe(10);
    first?.take('mia');
    await pass(100);
    expect(first?.take('mia')).toBeGreaterThan(800_000);
    second?.clear('mia');
    await pass(100);
    first?.take('mia');
    await pass(100);
    expect(first?.take('mia')).toBe(0);
  });

  it('counts apart from other limits, also if their subjects have the same name', async () => {
    const [one, other] = ['one', 'other'].map((name) => openNode().open(name, attempts));
    expect(await slowGrantsOf(one, 10)).toBe(10);
    other?.take('mia');
    await pass(100);
    expect(other?.take('mia')).toBe(0);
  });

  it('clears what was used a moment before, too', async () => {
    const [first, second] = onNodes(2, attempts);
    first?.take('mia');
    first?.clear('mia');
    await pass(100);
    second?.take('mia');
    await pass(100);
    expect(await slowGrantsOf(second, 20)).toBe(9);
  });

  it('adds what is used during a call once that has its reply', async () => {
    const [first, second] = onNodes(2, attempts);
    counts.latencyMs = 50;
    first?.take('mia');
    await pass(30);
    first?.take('mia');
    await pass(1_000);
    counts.latencyMs = 0;
    second?.take('mia');
    await pass(100);
    expect(await slowGrantsOf(second, 20)).toBe(7);
  });

  it('returns all units to the node that has granted them when it would alone', async () => {
    const [node] = onNodes(1, { ...attempts, refill: 'after the first use' });
    const startedAt = performance.now();
    // The shared count begins later.
    counts.latencyMs = 200;
    expect(node?.take('mia')).toBe(0);
    await pass(1_000);
    counts.latencyMs = 0;
    expect(await slowGrantsOf(node, 20)).toBe(9);
    await pass(attempts.periodMs - (performance.now() - startedAt));
    expect(node?.take('mia')).toBe(0);
  });

  it('makes one call for all subjects that were active within the pause, and none without any', async () => {
    const [first] = onNodes(1, perMinute(600));
    for (let n = 0; n < 800; n++) first?.take(`user-${n}`);
    await pass(100);
    expect(counts.calls).toBe(1);
    await pass(60_000);
    expect(counts.calls).toBe(1);
  });

  it('adds the last uses when a node stops', async () => {
    const [first, second] = onNodes(2, attempts);
    first?.take('mia');
    await pass(100);
    first?.take('mia');
    await opened[0]?.close();
    second?.take('mia');
    await pass(100);
    expect(grantsOf(second, 2)).toBe(2);
    await pass(100);
    expect(await slowGrantsOf(second, 20)).toBe(5);
  });
});

describe('while the shared counts are away', () => {
  it('each node grants its own limit, and no more', async () => {
    counts.mode = 'failing';
    const nodes = onNodes(2, perMinute(60));
    for (const node of nodes) node.take('mia');
    await pass(100);
    for (const node of nodes) expect(grantsOf(node, 100)).toBe(59);
    await pass(5_000);
    for (const node of nodes) expect(grantsOf(node, 100)).toBe(5);
    expect(failures).toBe(2);
  });

  it('a node waits no longer than a moment for the reply before it counts alone', async () => {
    counts.mode = 'silent';
    const [node] = onNodes(1, attempts);
    expect(grantsOf(node, 20)).toBe(2);
    await pass(1);
    expect(grantsOf(node, 20)).toBe(0);
    await pass(250);
    expect(grantsOf(node, 20)).toBe(8);
    await pass(60_000);
    expect(counts.calls).toBe(1);
  });

  it('what is used afterwards counts on all nodes again', async () => {
    counts.mode = 'failing';
    const [first, second] = onNodes(2, attempts);
    expect(grantsOf(first, 1)).toBe(1);
    await pass(100);
    counts.mode = 'answering';
    expect(await slowGrantsOf(first, 9)).toBe(9);
    second?.take('mia');
    await pass(100);
    expect(grantsOf(second, 20)).toBe(0);
  });

  it('each failure after a success is reported', async () => {
    const [node] = onNodes(1, perMinute(600));
    const useWhile = async (mode: MemoryCounts['mode']) => {
      counts.mode = mode;
      node?.take('mia');
      await pass(100);
      return opened[0]?.isShared;
    };
    expect(await useWhile('failing')).toBe(false);
    expect(await useWhile('failing')).toBe(false);
    expect(await useWhile('answering')).toBe(true);
    expect(await useWhile('failing')).toBe(false);
    expect(failures).toBe(2);
  });

  it('a node keeps its own count of them when they were emptied', async () => {
    const [node] = onNodes(1, attempts);
    for (let n = 0; n < 10; n++) {
      node?.take('mia');
      await pass(100);
      counts.clear();
    }
    expect(grantsOf(node, 20)).toBe(0);
  });

  it('the subjects that wait to be added are bounded', async () => {
    counts.mode = 'silent';
    const limits = openNode();
    const [one, other] = ['a', 'b'].map((name) => limits.open(name, perMinute(600)));
    for (let n = 0; n < 6_000; n++) for (const limit of [one, other]) limit?.take(`user-${n}`);
    counts.mode = 'answering';
    await pass(100);
    await pass(10_000);
    expect(counts.calls).toBeLessThanOrEqual(10);
  });
});
