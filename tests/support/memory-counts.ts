import { type Level, levelAfter, unused, usedAt } from '../../server/limits/limit-rule.ts';
import { type Change, maxUsed, type SharedCounts, type SharedLevel } from '../../server/limits/shared-counts.ts';

/** Shared counts in this process, for nodes that run in it. */
export class MemoryCounts implements SharedCounts {
  /** Of a call and its reply together. */
  latencyMs = 0;
  mode: 'answering' | 'failing' | 'silent' = 'answering';
  /** Calls that have arrived. */
  calls = 0;
  readonly #levels = new Map<string, Level>();

  async add(changes: readonly Change[]): Promise<readonly SharedLevel[]> {
    await this.#pause();
    this.calls += 1;
    if (this.mode === 'silent') await new Promise(() => {});
    if (this.mode === 'failing') throw new Error('The counts are unavailable');
    const levels = changes.map((change) => this.#add(change));
    await this.#pause();
    return levels;
  }

  async close(): Promise<void> {}

  clear(): void {
    this.#levels.clear();
  }

  #add({ key, rule, count }: Change): SharedLevel {
    const nowMs = performance.now();
    const { used, atMs } = levelAfter(rule, this.#levels.get(key) ?? unused, count, nowMs);
    const level = { used: Math.min(used, maxUsed(rule)), atMs };
    this.#levels.set(key, level);
    const isEven = rule.refill === 'evenly';
    const freeInMs = isEven ? (level.used * rule.periodMs) / rule.max : level.atMs + rule.periodMs - nowMs;
    return { used: usedAt(rule, level, nowMs), freeInMs };
  }

  async #pause(): Promise<void> {
    if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs / 2));
  }
}
