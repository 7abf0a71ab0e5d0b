import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** JSON-safe, one line each with `--json`. Positions and revisions are decimal strings, as in the API. */
export type Row = Readonly<Record<string, unknown>>;

export interface Column {
  /** The key of the row's value. */
  readonly key: string;
  readonly title: string;
  /** In characters. The value of the last column is never cut. */
  readonly width: number;
  readonly align?: 'right';
  /** Of a value that is too long; by default its end. */
  readonly cut?: 'start';
}

export interface OutputOptions {
  readonly stream: Writable & { readonly columns?: number; readonly isTTY?: boolean };
  /** Whether the user wants lines of JSON. */
  json(): boolean;
}

/** Such as `1 event` and `12,000 events`. */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** The standard output of a command: a table for people, lines of JSON (NDJSON) for programs. */
export class Output {
  readonly #options: OutputOptions;

  constructor(options: OutputOptions) {
    this.#options = options;
  }

  get isJson(): boolean {
    return this.#options.json();
  }

  /**
   * Prints rows as they come, and waits for a reader that is slower.
   * @returns their number
   */
  async rows(columns: readonly Column[], rows: AsyncIterable<Row> | Iterable<Row>): Promise<number> {
    let count = 0;
    for await (const row of rows) {
      if (this.isJson) await this.#write(JSON.stringify(row));
      else {
        if (count === 0) await this.#write(lineOf(columns, (column) => column.title).toUpperCase());
        await this.#write(lineOf(columns, ({ key }) => textOf(row[key])));
      }
      count += 1;
    }
    return count;
  }

  /** Prints one value: indented for people. */
  value(value: unknown): Promise<void> {
    return this.#write(JSON.stringify(value, null, this.isJson ? 0 : 2));
  }

  /** A sentence for people; nothing with `--json`. */
  async text(line: string): Promise<void> {
    if (!this.isJson) await this.#write(line);
  }

  /** Prints text as it is, and waits for a reader that is slower. */
  async chunks(chunks: AsyncIterable<string>): Promise<void> {
    for await (const chunk of chunks) await this.#print(chunk);
  }

  #write(line: string): Promise<void> {
    return this.#print(`${line}\n`);
  }

  async #print(text: string): Promise<void> {
    const { stream } = this.#options;
    if (!stream.write(text)) await once(stream, 'drain');
  }
}

const lineOf = (columns: readonly Column[], cell: (column: Column) => string): string =>
  columns
    .map((column, index) => {
      const value = cell(column);
      if (index === columns.length - 1) return value;
      const cut = value.length > column.width ? cutTo(column, value) : value;
      return column.align === 'right' ? cut.padStart(column.width) : cut.padEnd(column.width);
    })
    .join('  ');

const cutTo = ({ width, cut }: Column, value: string): string =>
  cut === 'start' ? `…${value.slice(1 - width)}` : `${value.slice(0, width - 1)}…`;

/** On one line, without characters that could move the cursor, or show others in another order than they are in. */
const textOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
};
