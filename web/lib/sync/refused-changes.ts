import { onUserLeft } from '../identity/session.ts';
import { createStore } from '../store.ts';
import { documentName } from './document-keys.ts';
import { loseWithUser, type PendingChange, pendingChanges } from './pending-changes.ts';

/** Why a change was not saved. */
export interface RefusalOfChange {
  /** In one sentence, for the user. */
  readonly reason: string;
  /** The code of the error. */
  readonly code: string;
  /** The field of the change that was refused, if it is about one. */
  readonly field?: string | undefined;
  /** The key of the change whose refusal caused this one; its own, unless it depends on another change. */
  readonly cause: string;
}

/** A change that was not saved. It stays until the user sends it again or discards it. */
export interface RefusedChange<Change = unknown> extends PendingChange<Change> {
  readonly refusal: RefusalOfChange;
}

/** Codes of changes that this release cannot read. They can only be discarded, or wait for another release. */
export const unreadableCodes = { newer: 'NEWER_RELEASE', damaged: 'DAMAGED' } as const;

export const isReadable = ({ refusal }: RefusedChange): boolean =>
  refusal.code !== unreadableCodes.newer && refusal.code !== unreadableCodes.damaged;

/** A refused change, and those that depend on it, oldest first. */
export type RefusedGroup = readonly [RefusedChange, ...RefusedChange[]];

const changes = createStore<readonly RefusedChange[]>([]);

const isOf =
  (document: readonly string[]) =>
  (change: PendingChange): boolean =>
    documentName(change.document) === documentName(document);

function inGroups(all: readonly RefusedChange[]): readonly RefusedGroup[] {
  const groups = new Map<string, [RefusedChange, ...RefusedChange[]]>();
  for (const change of all) {
    const group = groups.get(change.refusal.cause);
    if (group) group.push(change);
    else groups.set(change.refusal.cause, [change]);
  }
  return [...groups.values()];
}

let grouped: { of: readonly RefusedChange[]; groups: readonly RefusedGroup[] } = { of: [], groups: [] };

/** The same groups while the changes are the same, so that a store can select them. */
function groupsOf(all: readonly RefusedChange[]): readonly RefusedGroup[] {
  if (grouped.of !== all) grouped = { of: all, groups: inGroups(all) };
  return grouped.groups;
}

/** The keys of those that the user has seen since the page was opened. */
export const seenRefusals = createStore<ReadonlySet<string>>(new Set());

/** The user's changes that were not saved. */
export const refusedChanges = {
  all: changes.get,
  groups: (): readonly RefusedGroup[] => groupsOf(changes.get()),
  useGroups: (): readonly RefusedGroup[] => changes.useSelected(groupsOf),
  of: (document: readonly string[]): readonly RefusedChange[] => changes.get().filter(isOf(document)),

  add: (refused: readonly RefusedChange[]): void => changes.set([...changes.get(), ...refused]),
  /** Replaces those of a document that are stored by what the database has now. */
  replaceStored(document: readonly string[], stored: readonly RefusedChange[]): void {
    const isOfDocument = isOf(document);
    const keys = new Set(stored.map(({ key }) => key));
    const others = changes
      .get()
      .filter((change) => !isOfDocument(change) || (change.sequence === undefined && !keys.has(change.key)));
    if (others.length === changes.get().length && stored.length === 0) return;
    changes.set([...others, ...stored]);
  },
  replaceUnknown(unknown: readonly RefusedChange[]): void {
    const keys = new Set(unknown.map(({ key }) => key));
    const known = changes.get().filter(({ key }) => !keys.has(key));
    if (unknown.length > 0) changes.set([...known, ...unknown]);
  },
  markStored(key: string, sequence: number): void {
    if (!changes.get().some((change) => change.key === key)) return;
    changes.set(changes.get().map((change) => (change.key === key ? { ...change, sequence } : change)));
  },
  remove: (keys: readonly string[]): void => changes.set(changes.get().filter(({ key }) => !keys.includes(key))),
  markSeen: (): void => seenRefusals.set(new Set(changes.get().map(({ key }) => key))),
  forgetStored: (): void => changes.set(changes.get().map(({ sequence: _, ...change }) => change)),
};

const unstoredOf = (all: readonly RefusedChange[]): RefusedChange[] =>
  all.filter(({ sequence }) => sequence === undefined);
const countUnstored = (all: readonly RefusedChange[]): number => unstoredOf(all).length;

/** The number of changes that are lost when the page closes: of those that wait and of those that were not saved. */
export const unstoredCount = (): number => pendingChanges.unstoredCount() + countUnstored(changes.get());
export const useUnstoredCount = (): number => pendingChanges.useUnstoredCount() + changes.useSelected(countUnstored);

loseWithUser(() => unstoredOf(changes.get()));
// The next user must not see them.
onUserLeft(() => changes.set([]));
