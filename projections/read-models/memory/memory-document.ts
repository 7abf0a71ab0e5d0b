import type { StoredDocument } from '../read-model-store.ts';
import { StoredText } from './stored-text.ts';

/** A document as it was put, or as a snapshot has it. Its JSON is made when it is first asked for, and once. */
class MemoryDocument implements StoredDocument {
  readonly position: bigint;
  readonly #content: object;
  #json: string | undefined;

  constructor(content: object, position: bigint) {
    this.#content = content;
    this.position = position;
  }

  get json(): string {
    this.#json ??= this.#content instanceof StoredText ? this.#content.text : JSON.stringify(this.#content);
    return this.#json;
  }
}

/** Where a document is kept: the next version takes its place, which is faster than to look the place up again. */
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

  /** For folding. */
  get value(): object {
    if (this.#content instanceof StoredText) this.#content = parsed(this.#content);
    return this.#content;
  }

  /** For readers, who may keep it: it stays as it is. */
  get document(): StoredDocument {
    this.#document ??= new MemoryDocument(this.#content, this.#position);
    return this.#document;
  }

  get position(): bigint {
    return this.#position;
  }

  /** For a snapshot. */
  get stored(): StoredText {
    return this.#content instanceof StoredText ? this.#content : StoredText.of(JSON.stringify(this.#content));
  }
}

function parsed({ text }: StoredText): object {
  const value: object = JSON.parse(text);
  return value;
}
