import type { LogPage } from './log-page.ts';

export interface LogPagesOptions {
  /** Reads the page after a position. @throws EventLogUnavailable */
  read(after: number): LogPage;
  /** Events of one page at most. */
  readonly pageSize: number;
}

interface Waiting {
  readonly after: number;
  resolve(page: LogPage): void;
  reject(error: unknown): void;
}

/** A reader less than this many pages behind the next in the queue goes first, so that both share later pages. */
const maxLagPages = 16;

/**
 * Reads the log from its file for all subscriptions. At a start several projections read the whole log at once: those
 * at the same position share each page, and each event is decoded once. Reads one page per turn of the event loop,
 * because reading is synchronous and blocks other work.
 */
export class LogPages {
  readonly #options: LogPagesOptions;
  #waiting: Waiting[] = [];
  #last: { readonly after: number; readonly page: LogPage } | undefined;
  #scheduled = false;

  constructor(options: LogPagesOptions) {
    this.#options = options;
  }

  /** The page after a position. @throws EventLogUnavailable */
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

  /** The position of the reader that has waited longest, or of one slightly behind it. */
  #next(): number {
    const first = this.#waiting[0]?.after ?? 0;
    const floor = first - maxLagPages * this.#options.pageSize;
    return Math.min(first, ...this.#waiting.map(({ after }) => after).filter((after) => after > floor));
  }

  /** A reader that is one turn late gets the page that the others have just read. */
  #read(after: number): LogPage {
    if (this.#last?.after === after) return this.#last.page;
    const page = this.#options.read(after);
    this.#last = page.isFull ? { after, page } : undefined;
    return page;
  }
}
