/** The process is too busy to take this command; it may be sent again. */
export class Overloaded extends Error {
  readonly code = 'OVERLOADED';
  constructor() {
    super('Too many changes are waiting here; please try again');
    this.name = 'Overloaded';
  }
}

interface Limits {
  /** Tasks that may wait for one stream. */
  readonly maxWaiting: number;
  /** Tasks passed to `work` at once. */
  readonly maxTogether: number;
}

/**
 * Serialises the work on each stream, so that local writers never conflict; different streams run concurrently.
 * Tasks that arrive while `work` is busy with their stream are passed to it together.
 */
export class StreamQueue<Task> {
  readonly #waiting = new Map<string, Task[]>();
  readonly #work: (stream: string, tasks: Task[]) => Promise<void>;
  readonly #limits: Limits;

  /** @param work settles each task itself and must not reject */
  constructor(work: (stream: string, tasks: Task[]) => Promise<void>, limits: Limits) {
    this.#work = work;
    this.#limits = limits;
  }

  /** @throws Overloaded when `maxWaiting` tasks wait for this stream already */
  add(stream: string, task: Task): void {
    const waiting = this.#waiting.get(stream);
    if (waiting) {
      if (waiting.length >= this.#limits.maxWaiting) throw new Overloaded();
      waiting.push(task);
      return;
    }
    this.#waiting.set(stream, []);
    void this.#run(stream, [task]);
  }

  async #run(stream: string, first: Task[]): Promise<void> {
    let tasks = first;
    while (tasks.length > 0) {
      await this.#work(stream, tasks);
      tasks = this.#waiting.get(stream)?.splice(0, this.#limits.maxTogether) ?? [];
    }
    this.#waiting.delete(stream);
  }
}
