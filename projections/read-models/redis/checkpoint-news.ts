import type { RedisClient } from './connection.ts';

interface Follower {
  /** The model reached this position; undefined when it was cleared or the news may have been missed. */
  reached(position: bigint | undefined): void;
  /** The news flow (again): look at the checkpoint once, for what was said before. */
  resumed(): void;
}

/** The commits of all processes, heard on one connection. */
export class CheckpointNews {
  readonly #client: RedisClient;
  readonly #followers = new Map<string, Follower>();

  constructor(client: RedisClient) {
    this.#client = client;
    client.on('message', (channel: string, message: string) => {
      this.#followers.get(channel)?.reached(/^\d+$/.test(message) ? BigInt(message) : undefined);
    });
    client.on('close', () => {
      for (const follower of this.#followers.values()) follower.reached(undefined);
    });
    client.on('ready', () => {
      for (const [channel, follower] of this.#followers) this.#subscribe(channel, follower);
    });
  }

  follow(channel: string, follower: Follower): void {
    if (this.#followers.has(channel)) return;
    this.#followers.set(channel, follower);
    this.#subscribe(channel, follower);
  }

  close(): void {
    this.#client.disconnect();
  }

  #subscribe(channel: string, follower: Follower): void {
    this.#client.subscribe(channel).then(
      () => follower.resumed(),
      // Tried again with the next connection; until then whoever waits looks at the checkpoint now and then.
      () => {},
    );
  }
}
