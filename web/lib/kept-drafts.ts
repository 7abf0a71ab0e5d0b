import { useMemo } from 'react';
import { type DraftPlace, keptDraftIds, keptDraftKey } from './kept-draft-keys.ts';
import type { DraftKeyStore } from './send-idempotently.ts';
import { createStore } from './store.ts';

/** An unsent text that is kept in this browser until it is published or deleted, or its author signs out. */
export interface KeptDraft {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly changedAt: string;
  readonly content: unknown;
  /** What was sent of it without a response, with its idempotency key. */
  readonly sent?: unknown;
}

/** Of a place. A further one stays in its tab only. */
export const maxKeptDrafts = 50;

/** Raised by each change, in this tab or another one. */
const version = createStore(0);
const markChanged = () => version.set(version.get() + 1);

/** Called with the key of a draft that another tab has changed. */
const listeners = new Set<(key: string) => void>();
globalThis.addEventListener('storage', ({ key }: StorageEvent) => {
  markChanged();
  for (const listener of listeners) listener(key ?? '');
});

function read(place: DraftPlace, id: string): KeptDraft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keptDraftKey(place, id)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('content' in stored) || !('changedAt' in stored)) return;
    if (typeof stored.changedAt !== 'string') return;
    const { changedAt, content } = stored;
    return { id, changedAt, content, ...('sent' in stored && { sent: stored.sent }) };
  } catch {
    return undefined; // Storage is blocked, or damaged.
  }
}

/** The last changed one comes first. */
const list = (place: DraftPlace): readonly KeptDraft[] =>
  keptDraftIds(place)
    .flatMap((id) => read(place, id) ?? [])
    .sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));

/** Returns false if the browser refuses: the draft lasts as long as its tab. */
function write(place: DraftPlace, { id, ...stored }: KeptDraft): boolean {
  try {
    localStorage.setItem(keptDraftKey(place, id), JSON.stringify(stored));
    return true;
  } catch {
    return false; // Storage is blocked or full.
  }
}

export const keptDrafts = {
  read,
  list,

  /** Stores the content, unless it is stored already. Returns false if it cannot be stored. */
  keep(place: DraftPlace, id: string, content: unknown, changedAt = new Date().toISOString()): boolean {
    const stored = read(place, id);
    if (stored && JSON.stringify(stored.content) === JSON.stringify(content)) return true;
    const ids = keptDraftIds(place);
    if (ids.length >= maxKeptDrafts && !ids.includes(id)) return false;
    return keptDrafts.restore(place, { ...stored, id, changedAt, content });
  },

  /** Stores a draft as it was read, even if another one has taken its room. Returns false if it cannot be stored. */
  restore(place: DraftPlace, draft: KeptDraft): boolean {
    const isWritten = write(place, draft);
    if (isWritten) markChanged();
    return isWritten;
  },

  /** Stores the key of a draft with the draft. */
  keyStore: (place: DraftPlace, id: string): DraftKeyStore => ({
    name: keptDraftKey(place, id),
    read: () => read(place, id)?.sent,
    write: (sent) => {
      const stored = read(place, id);
      if (stored) write(place, { ...stored, sent });
    },
  }),

  remove(place: DraftPlace, id: string): void {
    try {
      localStorage.removeItem(keptDraftKey(place, id));
    } catch {
      // Storage is blocked.
    }
    markChanged();
  },

  /** Calls the listener when another tab has changed the draft. Returns a function that ends this. */
  onChangeElsewhere(place: DraftPlace, id: string, listener: () => void): () => void {
    const ofDraft = (key: string) => {
      if (key === keptDraftKey(place, id)) listener();
    };
    listeners.add(ofDraft);
    return () => {
      listeners.delete(ofDraft);
    };
  },
};

/** The drafts of a place, kept in step with other tabs. */
export function useKeptDrafts({ uid, kind }: DraftPlace): readonly KeptDraft[] {
  const shown = version.use();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the storage is read again for each version
  return useMemo(() => list({ uid, kind }), [uid, kind, shown]);
}
