import { withTimeout } from '../core/timing/with-timeout.ts';
import { type Level, type LimitRule, unused } from './limit-rule.ts';
import { maxChanges, type SharedCounts, type SharedLevel } from './shared-counts.ts';

export const settlementTimes = {
  /** Pause before uses are added to the shared count, so that one call adds those of many subjects. */
  settleMs: 100,
  /** A node that has waited for longer than this counts alone until the shared counts answer again. */
  slowMs: 250,
  /** Pause before the shared counts are asked again after a failure, if nothing is counted meanwhile. */
  retryMs: 1_000,
};

const closeTimeoutMs = 500;
/** The uses of further subjects are counted by this node only. Reached when the shared counts do not answer. */
const maxWaiting = 10_000;

/** A subject of a limit, as far as other nodes matter. */
export class SharedAccount {
  readonly key: string;
  readonly rule: LimitRule;
  /** What all nodes have used, when this node last asked. */
  level: Level = unused;
  waiting = 0;
  inFlight = 0;

  constructor(key: string, rule: LimitRule) {
    this.key = key;
    this.rule = rule;
  }

  /** Used on this node, and not in `level` yet. */
  get unsettled(): number {
    return this.waiting + this.inFlight;
  }
}

export interface SettlementOptions {
  readonly counts: SharedCounts;
  readonly nowMs: () => number;
  /** The first failure after a success. */
  readonly onFailure: (error: unknown) => void;
}

/** Adds the uses of this node to the shared counts in the background, one call at a time. */
export class Settlement {
  readonly #counts: SharedCounts;
  readonly #nowMs: () => number;
  readonly #onFailure: (error: unknown) => void;
  readonly #waiting = new Set<SharedAccount>();
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isUrgent = false;
  #hasFailed = false;
  #isClosed = false;
  #sent: { readonly atMs: number; readonly settled: Promise<void> } | undefined;

  constructor({ counts, nowMs, onFailure }: SettlementOptions) {
    this.#counts = counts;
    this.#nowMs = nowMs;
    this.#onFailure = onFailure;
  }

  /** Whether this node learns in time what the others have granted. */
  get isAnswered(): boolean {
    return !this.#hasFailed && (!this.#sent || this.#nowMs() - this.#sent.atMs < settlementTimes.slowMs);
  }

  /** Never waits or throws. */
  add(account: SharedAccount, count: number): void {
    if (this.#isClosed || (this.#waiting.size >= maxWaiting && !this.#waiting.has(account))) return;
    account.waiting += count;
    this.#waiting.add(account);
    // Early enough that the reply comes before the node has granted all that it may.
    const isUrgent = account.unsettled >= account.rule.maxUnsettled / 8;
    if (isUrgent && !this.#isUrgent) {
      this.#isUrgent = true;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    this.#schedule();
  }

  /** Adds what is waiting, within half a second. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    const settleAll = async () => {
      await this.#sent?.settled;
      while (this.#waiting.size > 0 && !this.#hasFailed) await this.#settle();
    };
    await withTimeout(settleAll(), closeTimeoutMs).catch(() => {});
    await this.#counts.close();
  }

  #schedule(): void {
    if (this.#timer || this.#sent || this.#isClosed) return;
    const delayMs = this.#isUrgent && !this.#hasFailed ? 0 : settlementTimes.settleMs;
    this.#timer = setTimeout(() => void this.#settle(), delayMs).unref();
  }

  /** Otherwise a node without requests would not notice that the shared counts answer again. */
  #retryLater([account]: readonly SharedAccount[]): void {
    if (this.#isClosed || !account) return;
    this.#retry = setTimeout(() => {
      this.#waiting.add(account);
      this.#schedule();
    }, settlementTimes.retryMs).unref();
  }

  #settle(): Promise<void> {
    clearTimeout(this.#retry);
    this.#timer = undefined;
    this.#isUrgent = false;
    const batch = [...this.#waiting].slice(0, maxChanges);
    for (const account of batch) {
      this.#waiting.delete(account);
      account.inFlight = account.waiting;
      account.waiting = 0;
    }
    const settled = this.#send(batch).finally(() => {
      this.#sent = undefined;
      if (this.#waiting.size > 0) this.#schedule();
      else if (this.#hasFailed) this.#retryLater(batch);
    });
    this.#sent = { atMs: this.#nowMs(), settled };
    return settled;
  }

  async #send(batch: readonly SharedAccount[]): Promise<void> {
    try {
      const levels = await this.#counts.add(batch.map(({ key, rule, inFlight }) => ({ key, rule, count: inFlight })));
      const nowMs = this.#nowMs();
      for (const [n, account] of batch.entries()) account.level = levelOf(account.rule, levels[n], nowMs);
      this.#hasFailed = false;
    } catch (error) {
      // The uses still count on this node. Adding them again could count them twice.
      if (!this.#hasFailed) this.#onFailure(error);
      this.#hasFailed = true;
    } finally {
      for (const account of batch) account.inFlight = 0;
    }
  }
}

function levelOf(rule: LimitRule, shared: SharedLevel | undefined, nowMs: number): Level {
  if (!shared) return unused;
  const { used, freeInMs } = shared;
  return { used, atMs: rule.refill === 'evenly' ? nowMs : nowMs + freeInMs - rule.periodMs };
}
