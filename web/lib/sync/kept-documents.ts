import { partialMatchKey, type Query, type QueryState } from '@tanstack/react-query';
import { currentUid, onUserChange } from '../identity/session.ts';
import { lastLiveTime } from '../last-live.ts';
import { forgetLastView } from '../last-view.ts';
import { queryClient } from '../query-client.ts';
import { deviceDatabase, type StoredDocument, type StoreOfDocuments } from './device-database.ts';
import { documentName } from './document-keys.ts';
import { includes, type Versioned } from './versioned.ts';

/** Documents are stored at most this often, and when the page is hidden. */
const saveAfterMs = 500;

/** When a cached document was last the same as the server's: as long as pushed changes have arrived since it was fetched. */
export const seenAt = ({
  dataUpdatedAt,
  isInvalidated,
}: Pick<QueryState, 'dataUpdatedAt' | 'isInvalidated'>): number =>
  isInvalidated ? dataUpdatedAt : Math.max(dataUpdatedAt, lastLiveTime());

/** The longest wait of the first screen for what this browser keeps. It takes some milliseconds. */
const maxStartMs = 500;

/** While the page starts, its features cache what is read here: once for all of them, while their code is loading. */
let atStart: { readonly uid: string; readonly documents: Promise<readonly StoredDocument[]> } | undefined;
const restoring = new Set<Promise<void>>();

/** Begins to read what this browser keeps of the user. To be called before the code of the first screen is loaded. */
export function readKeptDocuments(): void {
  const uid = currentUid();
  if (uid !== null) atStart = { uid, documents: documentsOf(uid).catch(() => []) };
}

/** Resolves when the features that are loaded have cached what was read: the first screen then renders once, with its data. */
export async function keptDocumentsRestored(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, maxStartMs));
  await Promise.race([Promise.all(restoring), timeout]);
  atStart = undefined;
}

async function documentsOf(uid: string): Promise<readonly StoredDocument[]> {
  const database = await deviceDatabase();
  return (await database?.getAllFromIndex('documents', 'by', uid)) ?? [];
}

/** A cached document as it is stored; undefined if it is not cached. */
export function toStoredDocument(key: readonly string[]): StoredDocument | undefined {
  const state = queryClient.getQueryState<Versioned>(key);
  const by = currentUid();
  if (!state?.data || by === null) return undefined;
  return { name: documentName(key), key, by, seenAt: seenAt(state), document: state.data };
}

/**
 * Stores a cached document, unless another tab has stored a newer one. An older one that was fetched since replaces it, as
 * after a restored backup.
 */
export async function putUnlessOlder(documents: StoreOfDocuments, kept: StoredDocument): Promise<void> {
  const stored = await documents.get(kept.name);
  const isOlder = stored !== undefined && !includes(kept.document, stored.document.revision);
  const fetchedAt = queryClient.getQueryState(kept.key)?.dataUpdatedAt ?? 0;
  if (isOlder && fetchedAt <= stored.seenAt) return;
  const isSame = stored?.document.revision === kept.document.revision;
  await documents.put(isSame ? { ...kept, seenAt: Math.max(kept.seenAt, stored.seenAt) } : kept);
}

/** Only of a document that is stored as it is cached: another tab may have stored a newer one, or deleted it. */
async function raiseSeenAt(documents: StoreOfDocuments, { name, seenAt, document }: StoredDocument): Promise<void> {
  const stored = await documents.get(name);
  if (stored?.document.revision !== document.revision || stored.seenAt >= seenAt) return;
  await documents.put({ ...stored, seenAt });
}

/**
 * Stores the documents under a query key whenever they change, and caches the stored ones of the user at the start.
 * @param fromStored brings what an older release has stored to the current form
 */
export function keepDocuments(
  queryKey: readonly string[],
  fromStored: (document: Versioned) => Versioned = (document) => document,
): void {
  const changed = new Map<string, readonly string[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function writeAll(
    keys: readonly (readonly string[])[],
    write: (documents: StoreOfDocuments, kept: StoredDocument) => Promise<void>,
  ): Promise<void> {
    const documents = keys.flatMap((key) => toStoredDocument(key) ?? []);
    const database = documents.length > 0 ? await deviceDatabase() : undefined;
    for (const document of documents) {
      // It may have been removed from the cache meanwhile, for example because its list was closed.
      if (!database || toStoredDocument(document.key)?.by !== document.by) continue;
      const transaction = database.transaction('documents', 'readwrite');
      await write(transaction.store, document);
      await transaction.done;
    }
  }
  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const keys = [...changed.values()];
    changed.clear();
    await writeAll(keys, putUnlessOlder);
  }
  function markChanged(query: Query): void {
    const key = query.queryKey as readonly string[];
    if (isKept(query, queryKey)) changed.set(documentName(key), key);
  }
  const saveNow = () => {
    save().catch(reportError);
  };

  async function restore(uid: string): Promise<void> {
    queryClient.setQueryDefaults([...queryKey, uid], { gcTime: Number.POSITIVE_INFINITY, meta: { reader: uid } });
    const documents = await (atStart?.uid === uid ? atStart.documents : documentsOf(uid));
    for (const { key, document, seenAt } of documents) {
      if (!partialMatchKey(key, queryKey) || queryClient.getQueryData(key) || uid !== currentUid()) continue;
      queryClient.setQueryData(key, fromStored(document), { updatedAt: seenAt });
      queryClient.getQueryCache().find({ queryKey: key, exact: true })?.invalidate(); // It is fetched when it is shown.
    }
  }
  const restoreFor = (uid: string | null) => {
    if (uid === null) return;
    const restored = restore(uid).catch(reportError);
    restoring.add(restored);
    void restored.then(() => restoring.delete(restored));
  };

  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isKept(query, queryKey)) return;
    markChanged(query);
    timer ??= setTimeout(saveNow, saveAfterMs);
  });
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (globalThis.document.visibilityState !== 'hidden') return;
    saveNow();
    // Also those that have not changed are more recent now.
    const cached = queryClient.getQueryCache().findAll({ queryKey });
    const keys = cached.filter((query) => isKept(query, queryKey)).map((query) => query.queryKey as readonly string[]);
    writeAll(keys, raiseSeenAt).catch(reportError);
  });
  onUserChange(restoreFor);
  restoreFor(currentUid());
}

/** The documents of the current user that this browser keeps. */
export async function storedDocuments(): Promise<readonly StoredDocument[]> {
  const by = currentUid();
  return by === null ? [] : documentsOf(by);
}

/** Deletes the documents that this browser keeps whose keys have one of these ids: of an owner or of a list. */
export async function forgetDocuments(ids: readonly string[]): Promise<void> {
  forgetLastView();
  for (const { name, key } of await storedDocuments())
    if (key.some((part) => ids.includes(part))) await (await deviceDatabase())?.delete('documents', name);
}

/** Deletes a document that this browser keeps. Remove it from the cache first. */
export async function forgetDocument(key: readonly string[]): Promise<void> {
  await (await deviceDatabase())?.delete('documents', documentName(key));
}

const isKept = ({ queryKey, state }: Query, prefix: readonly string[]): boolean =>
  partialMatchKey(queryKey, prefix) && state.data !== undefined;
