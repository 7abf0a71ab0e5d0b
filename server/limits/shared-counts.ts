import type { LimitRule } from './limit-rule.ts';

/** Counts of uses that the nodes of an installation share. */
export interface SharedCounts {
  /**
   * Adds each change to its count, and returns what is used of each limit afterwards, in the same order. A count never
   * falls below zero, and rises to at most twice the limit.
   * @param changes at most `maxChanges`, each of another key
   * @throws Error within a few seconds when the counts cannot be reached; then it is unknown whether they were changed
   */
  add(changes: readonly Change[]): Promise<readonly SharedLevel[]>;
  close(): Promise<void>;
}

/** Keeps one call short for the store, which executes it as a whole. */
export const maxChanges = 1_000;

export interface Change {
  readonly key: string;
  readonly rule: LimitRule;
  /** Negative for units that are given back. */
  readonly count: number;
}

export interface SharedLevel {
  readonly used: number;
  /** ms until all of it has come back, if nothing more is used. */
  readonly freeInMs: number;
}

/** The highest count: what several nodes have granted beyond the limit delays the next grant, but not without end. */
export const maxUsed = (rule: LimitRule): number => 2 * rule.max;
