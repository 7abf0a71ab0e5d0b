import { type Clock, Expiry, systemClock } from '../core/timing/clock.ts';
import type { User } from './identity.ts';
import { tokenHash } from './token-hash.ts';

const sweepMs = 1_000;

interface Watcher {
  readonly user: User;
  /** Stored instead of the token, which is thirty times as long. */
  readonly hash: string;
  readonly expiry: Expiry;
  readonly onEnded: () => void;
}

/** Watches the tokens of sockets, which make no further requests that would verify them. */
export class TokenWatch {
  readonly #clock: Clock;
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #sweep = setInterval(() => this.#endExpired(), sweepMs).unref();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Calls `onEnded` once, within a second of the token's expiry or at `end`.
   * @returns a function that stops watching
   */
  watch(token: string, user: User, onEnded: () => void): () => void {
    const watcher = { user, hash: tokenHash(token), expiry: new Expiry(user.expiresAt, this.#clock), onEnded };
    const watchers = this.#watchers.get(user.uid);
    if (watchers) watchers.add(watcher);
    else this.#watchers.set(user.uid, new Set([watcher]));
    return () => void this.#remove(watcher);
  }

  has(uid: string): boolean {
    return this.#watchers.has(uid);
  }

  *users(): Iterable<User> {
    for (const watchers of this.#watchers.values()) for (const { user } of watchers) yield user;
  }

  end(uid: string, isEnded: (hash: string, user: User) => boolean): void {
    for (const watcher of this.#watchers.get(uid) ?? []) {
      if (isEnded(watcher.hash, watcher.user)) this.#end(watcher);
    }
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#watchers.clear();
  }

  #endExpired(): void {
    for (const watchers of this.#watchers.values()) {
      for (const watcher of watchers) if (watcher.expiry.isOver) this.#end(watcher);
    }
  }

  #end(watcher: Watcher): void {
    if (this.#remove(watcher)) watcher.onEnded();
  }

  #remove(watcher: Watcher): boolean {
    const { uid } = watcher.user;
    const watchers = this.#watchers.get(uid);
    const isRemoved = watchers?.delete(watcher) === true;
    if (watchers?.size === 0) this.#watchers.delete(uid);
    return isRemoved;
  }
}
