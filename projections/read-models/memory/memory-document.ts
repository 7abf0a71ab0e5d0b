import type { StoredDocument } from '../read-model-store.ts';
import { StoredText } from './stored-text.ts';

/** A document as put, or as stored in a snapshot. Serialized once, on first access. */
class MemoryDocument implements StoredDocument {
  readonly position: bigint;
  readonly #content: object;
  #json: string | undefined;

  constructor(content: object, position: bigint) {
    this.#content = content;
    this.position = position;
  }

  get value(): object | undefined {
    return this.#content instanceof StoredText ? undefined : this.#content;
  }

  get json(): string {
    this.#json ??= this.#content instanceof StoredText ? this.#content.text : JSON.stringify(this.#content);
    return this.#json;
  }
}

/** Holds the current version of a document. Updating it in place saves a second map access. */
export class Slot {
  #content: object;
  #position: bigint;
  #document: MemoryDocument | undefined;

  /** @param content the document's value, or its stored text */
  constructor(content: object, position: bigint) {
    this.#content = content;
    this.#position = position;
  }

  put(value: object, position: bigint): void {
    this.#content = value;
    this.#position = position;
    this.#document = undefined;
  }

  /** The parsed document, for folding. */
  get value(): object {
    if (this.#content instanceof StoredText) this.#content = parsed(this.#content);
    return this.#content;
  }

  /** An immutable version, for readers. */
  get document(): StoredDocument {
    this.#document ??= new MemoryDocument(this.#content, this.#position);
    return this.#document;
  }

  get position(): bigint {
    return this.#position;
  }

  /** As `document`, but the slot does not keep it: its JSON would stay in memory. */
  get passingDocument(): StoredDocument {
    return new MemoryDocument(this.#content, this.#position);
  }

  /** The JSON text, for a snapshot. */
  get stored(): StoredText {
    return this.#content instanceof StoredText ? this.#content : StoredText.of(JSON.stringify(this.#content));
  }
}

function parsed({ text }: StoredText): object {
  const value: object = JSON.parse(text);
  return value;
}
