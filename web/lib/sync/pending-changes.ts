import type { Revision } from '../../../server/core/contracts/shared.ts';
import { onUserLeft } from '../identity/session.ts';
import { newId } from '../new-id.ts';
import { createStore } from '../store.ts';
import type { MadeChange } from './versioned.ts';

/** A change that the user has made and that the document may not include yet. Plain data. */
export interface PendingChange<Change = unknown> extends MadeChange<Change> {
  /** The idempotency key. */
  readonly key: string;
  /** The query key of the document. */
  readonly document: readonly string[];
  /** The uid of the user who made it. */
  readonly by: string;
  /** Its place in the database of this browser, once it is stored there. */
  readonly sequence?: number;
}

/** By the name of their document, oldest first. */
const changes = createStore<ReadonlyMap<string, readonly PendingChange[]>>(new Map());
const none: readonly PendingChange[] = [];

const nameOf = (document: readonly string[]): string => document.join(' ');
const isWaiting = ({ response }: PendingChange): boolean => response === undefined;
const isUnstored = (pending: PendingChange): boolean => isWaiting(pending) && pending.sequence === undefined;

function update(document: readonly string[], change: (pending: readonly PendingChange[]) => readonly PendingChange[]) {
  const changed = new Map(changes.get());
  const pending = change(pendingChanges.of(document));
  if (pending.length > 0) changed.set(nameOf(document), pending);
  else changed.delete(nameOf(document));
  changes.set(changed);
}

type Changes = ReadonlyMap<string, readonly PendingChange[]>;

function count(all: Changes, isCounted: (pending: PendingChange) => boolean, queryKey: readonly string[] = []): number {
  const prefix = nameOf(queryKey);
  let counted = 0;
  for (const [name, pending] of all) {
    if (prefix === '' || name === prefix || name.startsWith(`${prefix} `)) counted += pending.filter(isCounted).length;
  }
  return counted;
}

/** The changes that the user has made in this page and that their documents may not include yet. */
export const pendingChanges = {
  /** The changes of a document, oldest first. */
  of: (document: readonly string[]): readonly PendingChange[] => changes.get().get(nameOf(document)) ?? none,
  use: (document: readonly string[]): readonly PendingChange[] =>
    changes.useSelected((all) => all.get(nameOf(document)) ?? none),

  /** The first change of a document without a response. */
  nextOf: (document: readonly string[]): PendingChange | undefined => pendingChanges.of(document).find(isWaiting),
  /** The number of changes without a response under a prefix of query keys. Without one: of all. */
  waiting: (queryKey?: readonly string[]): number => count(changes.get(), isWaiting, queryKey),
  useWaiting: (queryKey?: readonly string[]): number => changes.useSelected((all) => count(all, isWaiting, queryKey)),
  /** The number of changes without a response that are lost when the page closes. */
  unstored: (): number => count(changes.get(), isUnstored),
  useUnstored: (): number => changes.useSelected((all) => count(all, isUnstored)),
  subscribe: changes.subscribe,

  has: ({ document, key }: PendingChange): boolean =>
    pendingChanges.of(document).some((pending) => pending.key === key),
  add<Change>(document: readonly string[], by: string, change: Change): PendingChange<Change> {
    const added = { key: newId(), document, change, by };
    update(document, (pending) => [...pending, added]);
    return added;
  },
  stored: (document: readonly string[], key: string, sequence: number): void =>
    update(document, (pending) => pending.map((each) => (each.key === key ? { ...each, sequence } : each))),
  /** Replaces the changes that are stored by what the database has now, in its order. */
  replaceStored: (document: readonly string[], stored: readonly PendingChange[]): void =>
    update(document, (pending) => [...stored, ...pending.filter(({ sequence }) => sequence === undefined)]),
  answer: ({ document, key }: PendingChange, revision: Revision): void =>
    update(document, (pending) =>
      pending.map((each) => (each.key === key ? { ...each, response: { revision } } : each)),
    ),
  remove: (document: readonly string[], isRemoved: (pending: PendingChange) => boolean): void =>
    update(document, (pending) => pending.filter((each) => !isRemoved(each))),
};

// The next user must neither see nor send them.
onUserLeft(() => changes.set(new Map()));
