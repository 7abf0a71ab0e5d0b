/** How much a subject may use of something, and when that comes back. */
export interface LimitRule {
  /** Units that a subject may use at once. */
  readonly max: number;
  readonly periodMs: number;
  /**
   * - `evenly`: `max` units come back per period, at a steady rate (a token bucket)
   * - `after the first use`: all come back together, a period after the first of them was used
   * - `after the last use`: all come back together, a period after the last of them was used
   */
  readonly refill: 'evenly' | 'after the first use' | 'after the last use';
  /** Units that one node grants to a subject before it knows what other nodes have granted meanwhile. */
  readonly maxUnsettled: number;
}

/** What a subject has used of a limit. */
export interface Level {
  readonly used: number;
  /**
   * On the monotonic clock of the process: for an even refill, when `used` was true; else the use from which the period
   * is counted.
   */
  readonly atMs: number;
}

export const unused: Level = { used: 0, atMs: 0 };

/**
 * A use reaches the shared count this much later at most, while that answers. It would come back as much later there than
 * on the node that granted it, so the shared rule lets it come back earlier: a user of one node has that node's limit.
 */
const lagMs = 500;

/** The rule by which the nodes together count what each of them counts by `rule`. */
export function sharedRuleOf(rule: LimitRule): LimitRule {
  const { max, periodMs, refill } = rule;
  if (refill !== 'evenly') return { ...rule, periodMs: periodMs - lagMs };
  return { ...rule, max: max + (max * lagMs) / periodMs, periodMs: periodMs + lagMs };
}

export function usedAt({ max, periodMs, refill }: LimitRule, { used, atMs }: Level, nowMs: number): number {
  if (used === 0) return 0;
  const ageMs = nowMs - atMs;
  if (refill === 'evenly') return Math.max(0, used - (ageMs * max) / periodMs);
  return ageMs < periodMs ? used : 0;
}

/** @param count negative for units that are given back */
export function levelAfter(rule: LimitRule, level: Level, count: number, nowMs: number): Level {
  const before = usedAt(rule, level, nowMs);
  const used = Math.max(0, before + count);
  const begins = before === 0 || (rule.refill === 'after the last use' && count > 0);
  return { used, atMs: rule.refill === 'evenly' || begins ? nowMs : level.atMs };
}

/** The error of a sum of fractions is smaller. */
const rounding = 1e-9;

/** ms until `count` more units are free; 0 if they are. */
export function waitMsFor(rule: LimitRule, level: Level, count: number, nowMs: number): number {
  const lacking = usedAt(rule, level, nowMs) + count - rule.max;
  if (lacking <= rule.max * rounding) return 0;
  if (rule.refill === 'evenly') return (lacking * rule.periodMs) / rule.max;
  return Math.max(0, level.atMs + rule.periodMs - nowMs);
}
