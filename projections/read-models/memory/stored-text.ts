/** A JSON text in a buffer that many texts share. Decoded on access, because most are never read. */
export class StoredText {
  readonly #buffer: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(buffer: Buffer, start: number, end: number) {
    this.#buffer = buffer;
    this.#start = start;
    this.#end = end;
  }

  static of(text: string): StoredText {
    const buffer = Buffer.from(text);
    return new StoredText(buffer, 0, buffer.length);
  }

  /** In bytes. */
  get size(): number {
    return this.#end - this.#start;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  get text(): string {
    return this.#buffer.toString('utf8', this.#start, this.#end);
  }
}
