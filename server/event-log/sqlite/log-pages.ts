import type { LogPage } from './log-page.ts';

export interface LogPagesOptions {
  /** Reads what follows a position of the log. @throws EventLogUnavailable */
  read(after: number): LogPage;
  /** Positions that one page covers at most. */
  readonly pageSize: number;
}

interface Waiting {
  readonly after: number;
  resolve(page: LogPage): void;
  reject(error: unknown): void;
}

/** Pages: who is behind the one whose turn it is by less than this goes first, so that they go on together. */
const withinReach = 16;

/**
 * Reads the log from its file for all who follow it. At a start several projections read the whole of it at once: those
 * that have come equally far share each page, and each event is decoded once. One page in a turn of the event loop, for
 * reading is synchronous and not all that there is to do.
 */
export class LogPages {
  readonly #options: LogPagesOptions;
  #waiting: Waiting[] = [];
  #last: { readonly after: number; readonly page: LogPage } | undefined;
  #scheduled = false;

  constructor(options: LogPagesOptions) {
    this.#options = options;
  }

  /** What follows a position. @throws EventLogUnavailable */
  page(after: number): Promise<LogPage> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ after, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#serve();
      this.#schedule();
    });
  }

  #serve(): void {
    const after = this.#next();
    const served = this.#waiting.filter((one) => one.after === after);
    this.#waiting = this.#waiting.filter((one) => one.after !== after);
    try {
      const page = this.#read(after);
      for (const { resolve } of served) resolve(page);
    } catch (error) {
      for (const { reject } of served) reject(error);
    }
  }

  /** The one that has waited longest, or whoever is a little behind it. */
  #next(): number {
    const longest = this.#waiting[0]?.after ?? 0;
    const reach = longest - withinReach * this.#options.pageSize;
    return Math.min(longest, ...this.#waiting.map(({ after }) => after).filter((after) => after > reach));
  }

  /** One that is a turn late finds the page that the others have just read. */
  #read(after: number): LogPage {
    if (this.#last?.after === after) return this.#last.page;
    const page = this.#options.read(after);
    this.#last = page.isFull ? { after, page } : undefined;
    return page;
  }
}
