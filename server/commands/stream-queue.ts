/** The process is too busy to take this command; it may be sent again. */
export class Overloaded extends Error {
  readonly code = 'OVERLOADED';
  constructor() {
    super('Too many changes are waiting here; please try again');
    this.name = 'Overloaded';
  }
}

/**
 * Lines up what is to be done to each stream, so that local writers never conflict; other streams go on beside.
 * What came while `work` was busy with the stream is handed to it together.
 */
export class StreamQueue<Task> {
  readonly #waiting = new Map<string, Task[]>();
  readonly #work: (stream: string, tasks: Task[]) => Promise<void>;
  readonly #limits: { waiting: number; together: number };

  /**
   * `work` settles each task itself and must not reject.
   * `limits.waiting`: tasks that may wait for one stream; `limits.together`: tasks handed over at once.
   */
  constructor(work: (stream: string, tasks: Task[]) => Promise<void>, limits: { waiting: number; together: number }) {
    this.#work = work;
    this.#limits = limits;
  }

  /** @throws Overloaded when too many wait for this stream already */
  add(stream: string, task: Task): void {
    const waiting = this.#waiting.get(stream);
    if (waiting) {
      if (waiting.length >= this.#limits.waiting) throw new Overloaded();
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
      tasks = this.#waiting.get(stream)?.splice(0, this.#limits.together) ?? [];
    }
    this.#waiting.delete(stream);
  }
}
