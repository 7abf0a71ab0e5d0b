import { setTimeout as sleep } from 'node:timers/promises';

/** The process is too busy to take this command; it may be sent again. */
export class Overloaded extends Error {
  readonly code = 'OVERLOADED';
  constructor() {
    super('Too many changes are waiting here; please try again');
    this.name = 'Overloaded';
  }
}

interface Limits {
  /** Tasks of one stream that may wait behind those that are gathered or worked on. */
  readonly maxWaiting: number;
  /** Tasks passed to `work` at once. */
  readonly maxTogether: number;
}

interface Options<Task> extends Limits {
  /** Settles each task itself and must not reject. */
  readonly work: (stream: string, tasks: Task[]) => Promise<void>;
  /**
   * For how long tasks of a stream are gathered before they are passed to `work`, in ms.
   * @param busyMs for how long `work` has been busy with the stream without such a pause
   */
  readonly gatherMs: (stream: string, busyMs: number) => number;
}

/**
 * Serialises the work on each stream, so that local writers never conflict; different streams run concurrently.
 * Tasks that arrive while `work` is busy with their stream are passed to it together.
 */
export class StreamQueue<Task> {
  /**
   * Tasks behind those that `work` has, by stream. A task that need not wait is never put into these arrays: it then stayed
   * in memory until a major garbage collection (docs/performance.md).
   */
  readonly #waiting = new Map<string, Task[]>();
  readonly #options: Options<Task>;

  constructor(options: Options<Task>) {
    this.#options = options;
  }

  /** @throws Overloaded when `maxWaiting` tasks wait for this stream already */
  add(stream: string, task: Task): void {
    const waiting = this.#waiting.get(stream);
    if (waiting) {
      if (waiting.length >= this.#options.maxWaiting) throw new Overloaded();
      waiting.push(task);
      return;
    }
    const behind: Task[] = [];
    this.#waiting.set(stream, behind);
    void this.#run(stream, [task], behind);
  }

  async #run(stream: string, first: Task[], behind: Task[]): Promise<void> {
    const { work, gatherMs, maxTogether } = this.#options;
    let busySince = performance.now();
    for (let tasks = first; tasks.length > 0; tasks = behind.splice(0, maxTogether)) {
      const ms = gatherMs(stream, performance.now() - busySince);
      if (ms > 0) {
        await sleep(ms);
        busySince = performance.now();
        tasks.push(...behind.splice(0, maxTogether - tasks.length));
      }
      await work(stream, tasks);
    }
    this.#waiting.delete(stream);
  }
}
