import { ApiError } from '../api-client.ts';
import { failureText } from '../failure-text.ts';
import { registerChangeActions } from './change-actions.ts';
import type { ChangeOptions, DocumentId, Documents, Resolvable } from './change-options.ts';
import { changeOf, documentKeys } from './document-keys.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';
import { isReadable, type RefusalOfChange, type RefusedGroup, refusedChanges } from './refused-changes.ts';
import type { Versioned } from './versioned.ts';

interface Changes<Change, Id> {
  /** Makes a change. */
  change(id: Id, change: Change): string;
  /** Stores and sends changes that are shown already. */
  enqueue(document: readonly string[], added: readonly PendingChange[]): Promise<void>;
}

/** What becomes of refused changes of a feature's documents: they are kept until the user decides. */
export function refusalsOf<Document extends Versioned, Change, Id extends DocumentId>(
  options: ChangeOptions<Document, Change, Id>,
  { cached, fetchAgain, fetchNow = fetchAgain }: Documents<Document, Id>,
  { change, enqueue }: Changes<Change, Id>,
) {
  const keys = documentKeys<Id>(options.queryKey);
  const idOf = ({ document }: PendingChange) => keys.idOf(document);

  const documentOf = ([first]: RefusedGroup): Document | undefined =>
    isReadable(first) ? cached(idOf(first))[0] : undefined;
  const conflictOf = (group: RefusedGroup, document: Document): Resolvable<Change> | undefined =>
    options.conflict?.(document, group.map(changeOf<Change>), group[0].refusal);

  registerChangeActions({
    queryKey: options.queryKey,
    documentOf,
    // The key of a document determines its type.
    conflictOf: (group, document) => conflictOf(group, document as Document),
    // Of a document that is not shown, the cache may have an old copy.
    fetchAgain: ([first]) => fetchNow(idOf(first)),
    sendAgain(group) {
      const [{ document }] = group;
      refusedChanges.remove(group.map(({ key }) => key));
      // Under their keys: the server may have recorded one although it has not responded.
      const again = group.map(({ refusal: _, ...pending }): PendingChange => pending);
      pendingChanges.append(document, again);
      enqueue(document, again).catch(reportError);
    },
    replaceTheirs(group) {
      const document = documentOf(group);
      const conflict = document && conflictOf(group, document);
      if (!conflict) return;
      const [first] = group;
      change(idOf(first), conflict.resolve);
      refusedChanges.remove(group.map(({ key }) => key));
      options.storage?.remove(first.document, group).catch(reportError);
    },
    canRevise: ([first]) => isReadable(first) && (options.canRevise?.(changeOf(first)) ?? false),
    revise: ([first]) => options.revise?.(idOf(first), changeOf(first)),
  });

  return {
    /** A refused change and those that depend on it. */
    failedWith(refused: PendingChange): PendingChange[] {
      const failed: PendingChange[] = [];
      for (const each of pendingChanges.of(refused.document)) {
        const dependsOn = (other: PendingChange) => options.dependsOn?.(changeOf(each), changeOf(other)) ?? false;
        if (each.key === refused.key || failed.some(dependsOn)) failed.push(each);
      }
      return failed;
    },

    /** Keeps changes that were not saved: the first one was refused, and the others depend on it. */
    async keep(document: readonly string[], failed: readonly PendingChange[], error: unknown): Promise<void> {
      const [first] = failed;
      if (!first) return;
      const reason =
        options.explain?.(idOf(first), changeOf(first), error) ?? failureText(error, 'Failed to save this');
      const refusal: RefusalOfChange = {
        reason,
        code: error instanceof ApiError ? error.code : '',
        ...(error instanceof ApiError && { field: error.field }),
        cause: first.key,
      };
      const refused = failed.map((each) => ({ ...each, refusal }));
      refusedChanges.add(refused);
      await options.storage?.refuse(document, refused);
    },
  };
}
