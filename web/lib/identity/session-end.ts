import type { SessionEnd } from '../../../server/core/contracts/shared.ts';
import { createStore } from '../store.ts';
import { savedSession } from './saved-session.ts';

/** Why a session has ended by itself; `unknown` also while the server is asked. */
export type EndedBecause = SessionEnd | 'unknown';

const key = 'potluck.session-end';
const reasons: readonly EndedBecause[] = ['expired', 'revoked', 'disabled', 'deleted', 'unknown'];

export const reasonIn = (value: unknown): EndedBecause | undefined => reasons.find((each) => each === value);

function read(): EndedBecause | null {
  try {
    return reasonIn(localStorage.getItem(key)) ?? null;
  } catch {
    return null; // Storage is blocked: the reason lasts as long as the page.
  }
}

const store = createStore(read());
const explainedListeners = new Set<(reason: EndedBecause) => void>();

/** Why the last session of this browser has ended, until a user signs in again; null after a sign-out. */
export const sessionEnd = {
  get: store.get,
  use: store.use,

  /** Calls the listener when a session has ended in this tab, once the reason is known. */
  onExplained(listener: (reason: EndedBecause) => void): void {
    explainedListeners.add(listener);
  },

  notify(reason: EndedBecause | undefined): void {
    if (reason !== undefined) for (const listener of explainedListeners) listener(reason);
  },

  set(reason: EndedBecause | null): void {
    store.set(reason);
    try {
      if (reason === null) localStorage.removeItem(key);
      else localStorage.setItem(key, reason);
    } catch {
      // Storage is blocked: see `read`.
    }
  },
};

savedSession.subscribe(() => {
  if (savedSession.get()) {
    if (store.get() !== null) sessionEnd.set(null);
    return;
  }
  // The tab in which a session ends stores the reason for the others: first that it has ended, then why.
  store.set(store.get() ?? read());
  if (store.get() === 'unknown') globalThis.addEventListener?.('storage', followOtherTab);
});

function followOtherTab({ key: changed }: StorageEvent): void {
  if (changed !== key) return;
  store.set(read());
  if (store.get() !== 'unknown') globalThis.removeEventListener('storage', followOtherTab);
}
