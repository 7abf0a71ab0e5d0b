import type { ProjectedEvent, Projection, Workspace } from '../definitions/projection.ts';
import { assertScore, type IndexEntry, type LocalReadModel, type Write } from '../read-models/read-model-store.ts';

const noEvent: ProjectedEvent = {
  type: '',
  stream: '',
  revision: 0n,
  position: 0n,
  data: {},
  meta: { actor: '', at: '', schema: 1 },
};

const fewWrites = 16;
const keyOf = (collection: string, id: string): string => `${collection} ${id}`;

/** The workspace of a runner beside its store: it reads the store itself, and writes to it after each event. */
export class LocalWorkspace implements Workspace {
  readonly #definition: Projection;
  readonly #model: LocalReadModel;
  #writes: Write[] = [];
  /** Where the writes of the event in hand begin. */
  #first = 0;
  /** What the event in hand has written so far, by collection and id; only made when it writes much. */
  #written: Map<string, object | undefined> | undefined;
  #event = noEvent;

  constructor(definition: Projection, model: LocalReadModel) {
    this.#definition = definition;
    this.#model = model;
  }

  /** Folds one event and applies what it wrote; when it fails, nothing of it is applied. */
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
    for (let place = this.#first; place < writes.length; place++) {
      const write = writes[place];
      if (write !== undefined) this.#model.apply(write);
    }
    this.#first = writes.length;
    this.#written = undefined;
  }

  /** What was applied since the last time. */
  takeWrites(): Write[] {
    const writes = this.#writes;
    this.#writes = [];
    this.#first = 0;
    return writes;
  }

  get<T extends object>(collection: string, id: string): T | undefined;
  get(collection: string, id: string): object | undefined {
    if (this.#written) {
      const key = keyOf(collection, id);
      return this.#written.has(key) ? this.#written.get(key) : this.#model.document(collection, id);
    }
    for (let place = this.#writes.length - 1; place >= this.#first; place--) {
      const write = this.#writes[place];
      if (write === undefined || (write.kind !== 'put' && write.kind !== 'remove')) continue;
      if (write.id === id && write.collection === collection) return write.kind === 'put' ? write.value : undefined;
    }
    return this.#model.document(collection, id);
  }

  range(index: string): readonly IndexEntry[] {
    const need = this.#definition.needs(this.#event).find((one) => one.kind === 'range' && one.index === index);
    if (need?.kind !== 'range') throw new Error(`The projection reads the range ${index}, which its needs do not name`);
    return this.#model.range(index, need);
  }

  put(collection: string, id: string, value: object): void {
    this.#writes.push({ kind: 'put', collection, id, value, position: this.#event.position });
    this.#remember(collection, id, value);
  }

  remove(collection: string, id: string): void {
    this.#writes.push({ kind: 'remove', collection, id });
    this.#remember(collection, id, undefined);
  }

  /** Few writes are searched faster than remembered; an event that writes thousands must not search them each time. */
  #remember(collection: string, id: string, value: object | undefined): void {
    if (this.#written) this.#written.set(keyOf(collection, id), value);
    else if (this.#writes.length - this.#first > fewWrites) {
      this.#written = new Map();
      for (const write of this.#writes.slice(this.#first)) {
        if (write.kind === 'put') this.#written.set(keyOf(write.collection, write.id), write.value);
        else if (write.kind === 'remove') this.#written.set(keyOf(write.collection, write.id), undefined);
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
