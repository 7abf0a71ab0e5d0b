import type { StoredDocument } from '../../../web/lib/sync/device-database.ts';
import type { StoredChange } from '../../../web/lib/sync/stored-changes.ts';

type Stored = StoredChange | StoredDocument;

/** What the outbox and the kept documents use of IndexedDB, in memory: fast enough for thousands of histories. */
export class MemoryDatabase {
  readonly changes = new Map<number, StoredChange>();
  readonly documents = new Map<string, StoredDocument>();
  /** The keys of all changes that were ever stored. */
  readonly kept = new Set<string>();
  /** While the page is being killed, it can write nothing more. */
  isClosed = false;
  #sequence = 0;

  async add(_store: 'changes', change: StoredChange): Promise<number> {
    this.#assertOpen();
    this.#sequence += 1;
    this.changes.set(this.#sequence, { ...change, sequence: this.#sequence });
    this.kept.add(change.key);
    return this.#sequence;
  }

  async get(key: number): Promise<StoredChange | undefined> {
    return this.changes.get(key);
  }

  async put(_store: string, value: Stored): Promise<void> {
    this.#assertOpen();
    if ('version' in value) this.changes.set(value.sequence ?? 0, value);
    else this.documents.set(value.name, value);
  }

  async delete(store: 'changes' | 'documents', key: number | string): Promise<void> {
    this.#assertOpen();
    if (typeof key === 'number') this.changes.delete(key);
    else if (store === 'documents') this.documents.delete(key);
  }

  async getAllFromIndex(store: 'changes' | 'documents', index: 'by' | 'name', value: string): Promise<Stored[]> {
    const all: Stored[] = [...this[store].values()];
    return all.filter((stored) => stored[index] === value);
  }

  transaction() {
    const objectStore = (store: 'changes' | 'documents') => ({
      add: (change: StoredChange) => this.add('changes', change),
      get: (key: number) => this.get(key),
      put: (value: Stored) => this.put(store, value),
      delete: (key: number | string) => this.delete(store, key),
    });
    return { objectStore, done: Promise.resolve() };
  }

  #assertOpen(): void {
    if (this.isClosed) throw new Error('The page has ended');
  }
}
