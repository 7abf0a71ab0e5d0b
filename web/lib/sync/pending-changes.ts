import { useRef } from 'react';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { formatCount } from '../format-count.ts';
import { onSignOut, onUserLeft } from '../identity/session.ts';
import { newId } from '../new-id.ts';
import { notify } from '../notices.ts';
import { createStore } from '../store.ts';
import { documentName } from './document-keys.ts';
import type { MadeChange } from './versioned.ts';

/** A change as a sentence, such as "Add Basil, 1 bunch". */
export interface ChangeText {
  /** "Add". */
  readonly verb: string;
  /** What is emphasised: "Basil". */
  readonly what: string;
  /** ", 1 bunch", or empty. */
  readonly rest?: string;
  /** Whose list or plan it is, which of their lists, or which week: "Home, Party". */
  readonly place?: string;
}

/** A change that the user has made and that the document may not include yet. Plain data. */
export interface PendingChange<Change = unknown> extends MadeChange<Change> {
  /** The idempotency key. */
  readonly key: string;
  /** The query key of the document. */
  readonly document: readonly string[];
  /** The uid of the user who made it. */
  readonly by: string;
  /** When it was made by the clock of this device, which may be wrong: only shown. In ms since the epoch. */
  readonly at: number;
  /** From the time when it was made, so that it can be shown without its document. */
  readonly text: ChangeText;
  /** Whether it is not sent yet, since its user may still undo it. */
  readonly isHeld?: boolean;
  /** Its place in the database of this browser, once it is stored there. */
  readonly sequence?: number;
}

/** By the name of their document, oldest first. */
const changes = createStore<ReadonlyMap<string, readonly PendingChange[]>>(new Map());
const none: readonly PendingChange[] = [];

/** Whether it has to be sent. */
const isWaiting = ({ response, isHeld }: PendingChange): boolean => response === undefined && isHeld !== true;

/** Whether it has to be sent, and is in this page only. */
export const isUnstored = (pending: PendingChange): boolean => isWaiting(pending) && pending.sequence === undefined;

const withoutSequence = ({ sequence: _, ...pending }: PendingChange): PendingChange => pending;
const withoutHold = ({ isHeld: _, ...pending }: PendingChange): PendingChange => pending;

const newChange = <Change>(
  document: readonly string[],
  by: string,
  change: Change,
  text: ChangeText,
): PendingChange<Change> => ({ key: newId(), document, change, by, at: Date.now(), text });

function update(document: readonly string[], change: (pending: readonly PendingChange[]) => readonly PendingChange[]) {
  const changed = new Map(changes.get());
  const pending = change(pendingChanges.of(document));
  if (pending.length > 0) changed.set(documentName(document), pending);
  else changed.delete(documentName(document));
  changes.set(changed);
}

/** Returns the former changes if the new ones are the same except for their places in the database. */
export const formerIfSame = (
  former: readonly PendingChange[],
  changed: readonly PendingChange[],
): readonly PendingChange[] =>
  former.length === changed.length && former.every((each, at) => isSame(each, changed[at])) ? former : changed;

const isSame = (a: PendingChange, b: PendingChange | undefined): boolean =>
  a.key === b?.key && isWaiting(a) === isWaiting(b) && a.response?.revision === b.response?.revision;

/** The changes of a document: the same array while only their places in the database change, which no screen shows. */
function useChangesOf(document: readonly string[]): readonly PendingChange[] {
  const shown = useRef(none);
  return changes.useSelected((all) => {
    shown.current = formerIfSame(shown.current, all.get(documentName(document)) ?? none);
    return shown.current;
  });
}

type Changes = ReadonlyMap<string, readonly PendingChange[]>;

function count(all: Changes, isCounted: (pending: PendingChange) => boolean): number {
  let counted = 0;
  for (const pending of all.values()) counted += pending.filter(isCounted).length;
  return counted;
}

/** By their place in the database. Those that are only in this page follow, in the order in which they were made. */
const inOrderOfSending = (all: Changes): readonly PendingChange[] =>
  [...all.values()]
    .flatMap((pending) => pending.filter(isWaiting))
    .sort((a, b) => (a.sequence ?? Number.MAX_SAFE_INTEGER) - (b.sequence ?? Number.MAX_SAFE_INTEGER));

/** The changes that the user has made and that their documents may not include yet. */
export const pendingChanges = {
  /** The changes of a document, oldest first. */
  of: (document: readonly string[]): readonly PendingChange[] => changes.get().get(documentName(document)) ?? none,
  use: useChangesOf,

  /** The first change of a document without a response. */
  nextOf: (document: readonly string[]): PendingChange | undefined => pendingChanges.of(document).find(isWaiting),
  /** The changes of a document without a response, oldest first. */
  waitingOf: (document: readonly string[]): readonly PendingChange[] => pendingChanges.of(document).filter(isWaiting),
  /** The number of changes without a response. */
  waitingCount: (): number => count(changes.get(), isWaiting),
  useWaitingCount: (): number => changes.useSelected((all) => count(all, isWaiting)),
  /** All changes without a response, in the order of sending. Those of different documents are sent side by side. */
  useWaiting: (): readonly PendingChange[] => inOrderOfSending(changes.use()),
  /** The number of changes without a response that are lost when the page closes. */
  unstoredCount: (): number => count(changes.get(), isUnstored),
  useUnstoredCount: (): number => changes.useSelected((all) => count(all, isUnstored)),
  subscribe: changes.subscribe,

  has: ({ document, key }: PendingChange): boolean =>
    pendingChanges.of(document).some((pending) => pending.key === key),
  add<Change>(document: readonly string[], by: string, change: Change, text: ChangeText): PendingChange<Change> {
    const added = newChange(document, by, change, text);
    pendingChanges.append(document, [added]);
    return added;
  },
  /** Adds a change that is not sent before `release`. Returns its key. */
  hold(document: readonly string[], by: string, change: unknown, text: ChangeText): string {
    const held = { ...newChange(document, by, change, text), isHeld: true };
    pendingChanges.append(document, [held]);
    return held.key;
  },
  release: (document: readonly string[], key: string): void =>
    update(document, (pending) => pending.map((each) => (each.key === key ? withoutHold(each) : each))),
  append: (document: readonly string[], added: readonly PendingChange[]): void =>
    update(document, (pending) => [...pending, ...added]),
  markStored: (document: readonly string[], key: string, sequence: number): void =>
    update(document, (pending) => pending.map((each) => (each.key === key ? { ...each, sequence } : each))),
  /** Replaces the changes that are stored by what the database has now, in its order. */
  replaceStored(document: readonly string[], stored: readonly PendingChange[]): void {
    // Another tab may have stored a change of this one again.
    const keys = new Set(stored.map(({ key }) => key));
    const isElsewhere = ({ key, sequence }: PendingChange) => sequence === undefined && !keys.has(key);
    update(document, (pending) => [...stored, ...pending.filter(isElsewhere)]);
  },
  answer: ({ document, key }: PendingChange, revision: Revision): void =>
    update(document, (pending) =>
      pending.map((each) => (each.key === key ? { ...each, response: { revision } } : each)),
    ),
  /** The database was deleted: nothing of this page is stored any more. */
  forgetStored(): void {
    changes.set(new Map([...changes.get()].map(([name, pending]) => [name, pending.map(withoutSequence)])));
  },
  all: (): readonly PendingChange[] => [...changes.get().values()].flat(),
  remove: (document: readonly string[], isRemoved: (pending: PendingChange) => boolean): void =>
    update(document, (pending) => pending.filter((each) => !isRemoved(each))),
};

const lostListeners = new Set<(lost: PendingChange) => boolean>();
const unstored = [() => pendingChanges.all().filter(isUnstored)];

/** Adds changes that are lost when their user leaves: those that `find` returns, which are in this page only. */
export function loseWithUser(find: () => PendingChange[]): void {
  unstored.push(find);
}

/**
 * Calls the listener with each change that was in this page only when its user left. It returns whether the change is kept
 * elsewhere. Not after a sign-out here, which asks before it deletes them.
 */
export function onLost(listener: (lost: PendingChange) => boolean): void {
  lostListeners.add(listener);
}

let isSigningOut = false;
onSignOut(() => {
  isSigningOut = true;
});

// The next user must neither see nor send them.
onUserLeft(() => {
  const lost = isSigningOut ? [] : unstored.flatMap((find) => find());
  isSigningOut = false;
  changes.set(new Map());
  const { length } = lost.filter((each) => ![...lostListeners].map((listener) => listener(each)).includes(true));
  if (length > 0)
    notify.info(`${formatCount(length, 'change')} ${length === 1 ? 'was' : 'were'} not saved: you were signed out.`);
});
