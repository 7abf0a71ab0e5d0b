/** Properties of limits with random uses on several nodes. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryCounts } from '../../tests/support/memory-counts.ts';
import { Spread } from '../../tests/support/spread.ts';
import type { LimitRule } from './limit-rule.ts';
import { createLimits } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const periodMs = 60_000;
const evenly = fc
  .integer({ min: 10, max: 600 })
  .map((max): LimitRule => ({ max, periodMs, refill: 'evenly', maxUnsettled: Math.ceil(max / 2) + 1 }));
const together = fc
  .record({
    max: fc.integer({ min: 4, max: 60 }),
    refill: fc.constantFrom('after the first use', 'after the last use'),
  })
  .map(({ max, refill }): LimitRule => ({ max, periodMs, refill, maxUnsettled: Math.ceil(max / 10) }));

interface Use {
  readonly node: number;
  readonly tries: number;
  /** Before it. */
  readonly pauseMs: number;
}
const uses = (use: { readonly tries: number; readonly pauseMs: number }) =>
  fc.array(
    fc.record({
      node: fc.nat({ max: 5 }),
      tries: fc.integer({ min: 1, max: use.tries }),
      pauseMs: fc.integer({ min: 0, max: use.pauseMs }),
    }),
    { maxLength: 120, size: 'max' },
  );

interface Grant {
  readonly atMs: number;
  readonly granted: number;
}

/** What each use was granted, one after another. */
async function run(rule: LimitRule, nodes: number, latencyMs: number, history: readonly Use[]): Promise<Grant[]> {
  const counts = new MemoryCounts();
  counts.latencyMs = latencyMs;
  const limits = Array.from({ length: nodes }, () => createLimits({ counts }));
  const opened = limits.map((one) => one.open('test', rule));
  const grants: Grant[] = [];
  for (const { node, tries, pauseMs } of history) {
    await vi.advanceTimersByTimeAsync(pauseMs);
    let granted = 0;
    for (let n = 0; n < tries; n++) if (opened[node % nodes]?.take('mia') === 0) granted++;
    grants.push({ atMs: performance.now(), granted });
  }
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(limits.map((one) => one.close()));
  return grants;
}

it('together, nodes grant no more than the limit and what each other node grants before it knows', async () => {
  const exceeded = new Spread();
  const property = fc.asyncProperty(
    fc.oneof(evenly, together),
    fc.integer({ min: 1, max: 6 }),
    fc.nat({ max: 200 }),
    uses({ tries: 40, pauseMs: 300 }),
    async (rule, nodes, latencyMs, history) => {
      const grants = await run(rule, nodes, latencyMs, history);
      const bound = rule.max + (nodes - 1) * rule.maxUnsettled;
      for (const [first, { atMs }] of grants.entries()) {
        let granted = 0;
        for (const grant of grants.slice(first)) {
          const ms = grant.atMs - atMs;
          granted += grant.granted;
          if (rule.refill === 'evenly') {
            const refilled = ((ms + 500) * rule.max) / periodMs;
            expect(granted).toBeLessThanOrEqual(bound + refilled + 1e-6);
          } else if (first === 0 && ms < periodMs - 1_000) expect(granted).toBeLessThanOrEqual(bound);
        }
      }
      exceeded.add(grants.reduce((sum, { granted }) => sum + granted, 0) / rule.max);
    },
  );
  await fc.assert(property, { numRuns: 60 });
  // Most histories use up their limit.
  expect(exceeded.share(1)).toBeGreaterThan(0.3);
});

it('a user of one node gets what a token bucket of that node alone grants', async () => {
  const refused = new Spread();
  const property = fc.asyncProperty(
    evenly,
    fc.nat({ max: 60 }),
    // Fewer at once than a node grants before the reply.
    uses({ tries: 1, pauseMs: 150 }),
    async (rule, latencyMs, history) => {
      const ofOneNode = history.map((use) => ({ ...use, node: 0, tries: Math.ceil((use.tries * rule.max) / 12) }));
      const apart = ofOneNode.map((use) => ({ ...use, pauseMs: use.pauseMs + latencyMs + 1 }));
      const grants = await run(rule, 1, latencyMs, apart);
      // In units of the refill in a ms, which are whole.
      let content = rule.max * periodMs;
      let refusals = 0;
      const expected = apart.map(({ tries, pauseMs }) => {
        content = Math.min(rule.max * periodMs, content + pauseMs * rule.max);
        const granted = Math.min(tries, Math.floor(content / periodMs));
        content -= granted * periodMs;
        refusals += tries - granted;
        return granted;
      });
      expect(grants.map(({ granted }) => granted)).toEqual(expected);
      refused.add(refusals);
    },
  );
  await fc.assert(property, { numRuns: 40 });
  expect(refused.share(1)).toBeGreaterThan(0.3);
});
