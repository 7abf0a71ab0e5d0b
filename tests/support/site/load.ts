import { pause } from '../../../server/core/timing/pause.ts';
import { type Community, type Connection, Refused, sendRequest, type Write, Writer } from '../writing.ts';

/** A refused or lost change is sent again, by the next node. */
const retryMs = 50;
const watchIntervalMs = 200;

export interface LoadOptions {
  readonly users: readonly string[];
  /** Between two changes of a user. */
  readonly paceMs: number;
  /** Of the nodes, as they are now. */
  readonly connections: () => readonly Connection[];
  readonly onAcknowledged: (write: Write) => void;
}

/** Users who write all the time and repeat each change until a node acknowledges it, and one who reads the feed. */
export class Load {
  /** What no user may see: refusals other than 503, and an empty feed. */
  readonly problems: string[] = [];
  /** The longest time in which no change was acknowledged, since the last reset. */
  longestPauseMs = 0;
  readonly #options: LoadOptions;
  readonly #community: Community = { posts: [] };
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[];
  #acknowledgedAt = performance.now();
  #resumed = Promise.withResolvers<void>();
  #writing = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#resumed.resolve();
    const users = options.users.map((user, n) => this.#write(new Writer(user, this.#community), n));
    this.#running = [...users, this.#watchFeed()];
  }

  get posts(): readonly string[] {
    return this.#community.posts;
  }

  resetPause(): void {
    this.longestPauseMs = 0;
    this.#acknowledgedAt = performance.now();
  }

  /** Resolves when all changes are acknowledged; no user begins another one until `resume`. */
  async suspend(): Promise<void> {
    this.#resumed = Promise.withResolvers();
    while (this.#writing > 0) await pause(10, this.#stop.signal);
  }

  resume(): void {
    this.#acknowledgedAt = performance.now();
    this.#resumed.resolve();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#resumed.resolve();
    await Promise.all(this.#running);
  }

  async #write(writer: Writer, first: number): Promise<void> {
    const { connections, paceMs, onAcknowledged } = this.#options;
    const { signal } = this.#stop;
    for (let node = first; !signal.aborted; ) {
      await this.#resumed.promise;
      this.#writing += 1;
      do {
        const all = connections();
        const connection = all[node % all.length];
        try {
          if (connection) await writer.write(connection);
        } catch (error) {
          if (error instanceof Refused && error.status !== 503) this.problems.push(error.message);
          node += 1;
          await pause(retryMs, signal);
        }
      } while (writer.unanswered && !signal.aborted);
      this.#writing -= 1;
      const acknowledged = writer.acknowledged.splice(0);
      for (const { write } of acknowledged) onAcknowledged(write);
      const nowMs = performance.now();
      this.longestPauseMs = Math.max(this.longestPauseMs, nowMs - this.#acknowledgedAt);
      this.#acknowledgedAt = nowMs;
      await pause(paceMs, signal);
    }
  }

  /** An empty feed is never served as if nobody had written. */
  async #watchFeed(): Promise<void> {
    const { signal } = this.#stop;
    const path = '/api/community?limit=1';
    for (let n = 0; !signal.aborted; n++) {
      const all = this.#options.connections();
      const connection = all[n % all.length];
      const hadPosts = this.posts.length > 0;
      const response =
        connection && (await sendRequest(connection, { method: 'GET', path, user: 'watcher' }).catch(() => undefined));
      if (response?.status === 200 && hadPosts && JSON.parse(response.body).items.length === 0)
        this.problems.push('The feed was served empty');
      else if (response && response.status !== 200 && response.status !== 503)
        this.problems.push(`GET ${path} returned ${response.status}: ${response.body}`);
      await pause(watchIntervalMs, signal);
    }
  }
}
