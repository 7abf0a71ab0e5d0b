import type { ProjectedEvent, Projection, Workspace } from '../../projections/definitions/projection.ts';
import { compareEntries } from '../../projections/read-models/entry-order.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { IndexEntry, ReadModel, Write } from '../../projections/read-models/read-model-store.ts';

/** Folds events one by one over plain maps, without batches, caches or failures. Every runner must produce this model. */
export async function referenceFold(definition: Projection, events: readonly ProjectedEvent[]): Promise<ReadModel> {
  const reference = new ReferenceFold(definition);
  await reference.fold(events);
  return reference.model;
}

/** The same fold, for consecutive parts of the log. */
export class ReferenceFold {
  readonly model: ReadModel;
  readonly #definition: Projection;
  readonly #documents = new Map<string, object>();
  readonly #indexes = new Map<string, Map<string, number>>();

  constructor(definition: Projection) {
    this.#definition = definition;
    this.model = new MemoryReadModels().open(definition);
  }

  /** @param events including those that the projection ignores */
  async fold(events: readonly ProjectedEvent[]): Promise<void> {
    const writes: Write[] = [];
    for (const event of events) {
      if (event.type in this.#definition.events) this.#definition.fold(event, this.#workspace(event, writes));
    }
    const before = await this.model.checkpoint();
    await this.model.commit(before, events.at(-1)?.position ?? before ?? 0n, writes);
  }

  #workspace(event: ProjectedEvent, writes: Write[]): Workspace {
    const documents = this.#documents;
    const indexes = this.#indexes;
    return {
      get<T extends object>(collection: string, id: string): T | undefined {
        const found: ReadonlyMap<string, object> = documents;
        return (found as ReadonlyMap<string, T>).get(`${collection}/${id}`);
      },
      range(index, { direction = 'ascending', limit = Number.MAX_SAFE_INTEGER } = {}) {
        const sorted: IndexEntry[] = [...(indexes.get(index) ?? [])]
          .map(([member, score]) => ({ member, score }))
          .sort(compareEntries);
        return (direction === 'ascending' ? sorted : sorted.reverse()).slice(0, limit);
      },
      put(collection, id, value) {
        documents.set(`${collection}/${id}`, value);
        writes.push({ kind: 'put', collection, id, value, position: event.position });
      },
      remove(collection, id) {
        documents.delete(`${collection}/${id}`);
        writes.push({ kind: 'remove', collection, id });
      },
      index(index, member, score) {
        const entries = indexes.get(index);
        if (entries === undefined) indexes.set(index, new Map([[member, score]]));
        else entries.set(member, score);
        writes.push({ kind: 'index', index, member, score });
      },
      unindex(index, member) {
        indexes.get(index)?.delete(member);
        writes.push({ kind: 'unindex', index, member });
      },
      dropIndex(index) {
        indexes.delete(index);
        writes.push({ kind: 'dropIndex', index });
      },
    };
  }
}
