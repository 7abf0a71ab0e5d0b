import type { ProjectedEvent, Projection, RangePart, Workspace } from '../definitions/projection.ts';
import { assertScore, type IndexEntry, type LocalReadModel, type Write } from '../read-models/read-model-store.ts';

const noEvent: ProjectedEvent = {
  type: '',
  stream: '',
  revision: 0n,
  position: 0n,
  data: {},
  meta: { actor: '', at: '', schema: 1 },
};

/** Documents by collection and id; undefined for a removed one. */
type Written = Map<string, Map<string, object | undefined>>;

const maxScannedWrites = 16;

/** The workspace of a runner in the store's process: reads the store directly and writes to it after each event. */
export class LocalWorkspace implements Workspace {
  readonly #definition: Projection;
  readonly #model: LocalReadModel;
  #writes: Write[] = [];
  /** Index of the current event's first write. */
  #first = 0;
  /** The current event's documents; built only after `maxScannedWrites` writes. */
  #written: Written | undefined;
  #event = noEvent;

  constructor(definition: Projection, model: LocalReadModel) {
    this.#definition = definition;
    this.#model = model;
  }

  /** Folds one event and applies its writes; applies none of them when the fold throws. */
  fold(event: ProjectedEvent): void {
    this.#event = event;
    try {
      this.#definition.fold(event, this);
    } catch (error) {
      this.#writes.length = this.#first;
      this.#written = undefined;
      throw error;
    }
    const writes = this.#writes;
    for (let i = this.#first; i < writes.length; i++) {
      const write = writes[i];
      if (write !== undefined) this.#model.apply(write);
    }
    this.#first = writes.length;
    this.#written = undefined;
  }

  /** Returns the writes applied since the last call. */
  takeWrites(): Write[] {
    const writes = this.#writes;
    this.#writes = [];
    this.#first = 0;
    return writes;
  }

  get<T extends object>(collection: string, id: string): T | undefined;
  get(collection: string, id: string): object | undefined {
    if (this.#written) {
      const written = this.#written.get(collection);
      return written?.has(id) ? written.get(id) : this.#model.document(collection, id);
    }
    for (let i = this.#writes.length - 1; i >= this.#first; i--) {
      const write = this.#writes[i];
      if (write === undefined || (write.kind !== 'put' && write.kind !== 'remove')) continue;
      if (write.id === id && write.collection === collection) return write.kind === 'put' ? write.value : undefined;
    }
    return this.#model.document(collection, id);
  }

  range(index: string, { direction = 'ascending', limit = Number.MAX_SAFE_INTEGER }: RangePart = {}): IndexEntry[] {
    return this.#model.range(index, { direction, limit });
  }

  put(collection: string, id: string, value: object): void {
    this.#writes.push({ kind: 'put', collection, id, value, position: this.#event.position });
    this.#remember(collection, id, value);
  }

  remove(collection: string, id: string): void {
    this.#writes.push({ kind: 'remove', collection, id });
    this.#remember(collection, id, undefined);
  }

  /** A scan is faster than a map for a few writes, but quadratic for an event that writes thousands. */
  #remember(collection: string, id: string, value: object | undefined): void {
    if (this.#written) addWritten(this.#written, collection, id, value);
    else if (this.#writes.length - this.#first > maxScannedWrites) {
      this.#written = new Map();
      for (const write of this.#writes.slice(this.#first)) {
        if (write.kind === 'put') addWritten(this.#written, write.collection, write.id, write.value);
        else if (write.kind === 'remove') addWritten(this.#written, write.collection, write.id, undefined);
      }
    }
  }

  index(index: string, member: string, score: number): void {
    assertScore(score);
    this.#writes.push({ kind: 'index', index, member, score });
  }

  unindex(index: string, member: string): void {
    this.#writes.push({ kind: 'unindex', index, member });
  }

  dropIndex(index: string): void {
    this.#writes.push({ kind: 'dropIndex', index });
  }
}

function addWritten(written: Written, collection: string, id: string, value: object | undefined): void {
  const documents = written.get(collection);
  if (documents === undefined) written.set(collection, new Map([[id, value]]));
  else documents.set(id, value);
}
