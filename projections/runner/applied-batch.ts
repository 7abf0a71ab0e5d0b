import type { Applied } from './applied.ts';
import type { CommittedBatch } from './fold.ts';

/** The notification that listeners receive for a committed batch. */
export function toApplied(
  projection: string,
  { events, position, writes }: CommittedBatch,
  superseded = false,
): Applied {
  let documents: Map<string, Map<string, object>> | undefined;
  const collectDocuments = () => {
    const found = new Map<string, Map<string, object>>();
    for (const write of writes) {
      if (write.kind === 'remove') found.get(write.collection)?.delete(write.id);
      if (write.kind !== 'put') continue;
      const collection = found.get(write.collection);
      if (collection === undefined) found.set(write.collection, new Map([[write.id, write.value]]));
      else collection.set(write.id, write.value);
    }
    return found;
  };
  function document<T extends object>(collection: string, id: string): T | undefined;
  function document(collection: string, id: string): object | undefined {
    // Lazy: nobody queries most batches of a rebuild.
    documents ??= collectDocuments();
    return documents.get(collection)?.get(id);
  }
  function documentsIn<T extends object>(collection: string): ReadonlyMap<string, T>;
  function documentsIn(collection: string): ReadonlyMap<string, object> {
    documents ??= collectDocuments();
    return documents.get(collection) ?? new Map();
  }
  let removedEntries: Set<string> | undefined;
  const collectRemovedEntries = () =>
    new Set(writes.flatMap((write) => (write.kind === 'unindex' ? entryKey(write.index, write.member) : [])));
  const removedFromIndex = (index: string, member: string) => {
    removedEntries ??= collectRemovedEntries();
    return removedEntries.has(entryKey(index, member));
  };
  return { projection, position, superseded, events, document, documentsIn, removedFromIndex };
}

const entryKey = (index: string, member: string): string => `${index} ${member}`;
