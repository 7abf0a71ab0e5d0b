import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Level, type LimitRule, levelAfter, sharedRuleOf, unused, usedAt, waitMsFor } from './limit-rule.ts';
import { Settlement, type SettlementOptions, SharedAccount, settlementTimes } from './settlement.ts';

/** What each subject, such as a user or an address, may use. All calls are synchronous. */
export interface Limit {
  /** Takes units, all or none. Returns 0, or the ms after which a retry may succeed. */
  take(subject: string, count?: number): number;
  /** What `take` would return. */
  waitMs(subject: string, count?: number): number;
  giveBack(subject: string, count?: number): void;
  /** Gives back all that the subject has used, as far as this node knows. */
  clear(subject: string): void;
}

export interface Limits {
  /** @param name of the limit in the whole installation, used once in a process */
  open(name: string, rule: LimitRule): Limit;
  /** Whether other nodes are taken into account now; undefined if there are none. */
  readonly isShared: boolean | undefined;
  /** Adds the last uses to the shared counts. */
  close(): Promise<void>;
}

/** The least recently active ones are forgotten: on this node they begin anew. */
const maxSubjects = 5_000;

interface Account {
  /** What this node has granted. */
  own: Level;
  readonly shared: SharedAccount | undefined;
}

export interface LimitsOptions extends Partial<Pick<SettlementOptions, 'nowMs' | 'onFailure'>> {
  /** Undefined if there is one node. */
  readonly counts?: SettlementOptions['counts'] | undefined;
}

/**
 * Limits that hold for all nodes which share the counts. A node decides at once, by what it has granted itself and by what
 * it last knew of the others: docs/adr/0049 says by how much they may exceed a limit together.
 */
export function createLimits({
  counts,
  nowMs = () => performance.now(),
  onFailure = () => {},
}: LimitsOptions = {}): Limits {
  const settlement = counts && new Settlement({ counts, nowMs, onFailure });
  return {
    open: (name, rule) => new NodeLimit({ name, rule, settlement, nowMs }),
    get isShared() {
      return settlement?.isAnswered;
    },
    close: async () => settlement?.close(),
  };
}

interface NodeLimitOptions {
  readonly name: string;
  readonly rule: LimitRule;
  readonly settlement: Settlement | undefined;
  readonly nowMs: () => number;
}

class NodeLimit implements Limit {
  readonly #name: string;
  readonly #rule: LimitRule;
  readonly #sharedRule: LimitRule;
  readonly #settlement: Settlement | undefined;
  readonly #nowMs: () => number;
  readonly #accounts = new LRUCache<string, Account>({ max: maxSubjects });

  constructor({ name, rule, settlement, nowMs }: NodeLimitOptions) {
    this.#name = name;
    this.#rule = rule;
    this.#sharedRule = sharedRuleOf(rule);
    this.#settlement = settlement;
    this.#nowMs = nowMs;
  }

  take(subject: string, count = 1): number {
    const account = this.#account(subject);
    const nowMs = this.#nowMs();
    const waitMs = this.#waitMs(account, count, nowMs);
    if (waitMs === 0) this.#add(account, count, nowMs);
    // Asks what is used: another node may have given it back.
    else if (account.shared) this.#settlement?.add(account.shared, 0);
    return waitMs;
  }

  waitMs(subject: string, count = 1): number {
    return this.#waitMs(this.#account(subject), count, this.#nowMs());
  }

  giveBack(subject: string, count = 1): void {
    this.#add(this.#account(subject), -count, this.#nowMs());
  }

  clear(subject: string): void {
    const account = this.#account(subject);
    account.own = unused;
    const { shared } = account;
    if (!shared) return;
    const nowMs = this.#nowMs();
    this.#settlement?.add(shared, -(usedAt(shared.rule, shared.level, nowMs) + shared.unsettled));
  }

  #waitMs({ own, shared }: Account, count: number, nowMs: number): number {
    const ownWaitMs = waitMsFor(this.#rule, own, count, nowMs);
    if (!shared) return ownWaitMs;
    const { rule, level, unsettled } = shared;
    const sharedWaitMs = waitMsFor(rule, level, unsettled + count, nowMs);
    const mustSettle = unsettled + count > rule.maxUnsettled && this.#settlement?.isAnswered === true;
    return Math.max(ownWaitMs, sharedWaitMs, mustSettle ? settlementTimes.settleMs : 0);
  }

  #add(account: Account, count: number, nowMs: number): void {
    account.own = levelAfter(this.#rule, account.own, count, nowMs);
    if (account.shared) this.#settlement?.add(account.shared, count);
  }

  #account(subject: string): Account {
    let account = this.#accounts.get(subject);
    if (account === undefined) {
      account = { own: unused, shared: this.#settlement && new SharedAccount(this.#keyOf(subject), this.#sharedRule) };
      this.#accounts.set(subject, account);
    }
    return account;
  }

  /** Names no user and no address to those who read the store. */
  #keyOf(subject: string): string {
    return `${this.#name}:${hash('sha256', subject, 'base64url').slice(0, 22)}`;
  }
}
