import type { RedisClient } from './connection.ts';

interface Listener {
  /** The model reached this position; undefined when it was cleared or a notification may have been missed. */
  reached(position: bigint | undefined): void;
  /** The subscription is active (again): read the checkpoint once, for notifications sent before. */
  subscribed(): void;
}

/** Receives the commits of all processes over one connection. */
export class CheckpointNotifications {
  readonly #client: RedisClient;
  readonly #listeners = new Map<string, Listener>();

  constructor(client: RedisClient) {
    this.#client = client;
    client.on('message', (channel: string, message: string) => {
      this.#listeners.get(channel)?.reached(/^\d+$/.test(message) ? BigInt(message) : undefined);
    });
    client.on('close', () => {
      for (const listener of this.#listeners.values()) listener.reached(undefined);
    });
    client.on('ready', () => {
      for (const [channel, listener] of this.#listeners) this.#subscribe(channel, listener);
    });
  }

  listen(channel: string, listener: Listener): void {
    if (this.#listeners.has(channel)) return;
    this.#listeners.set(channel, listener);
    this.#subscribe(channel, listener);
  }

  close(): void {
    this.#client.disconnect();
  }

  #subscribe(channel: string, listener: Listener): void {
    this.#client.subscribe(channel).then(
      () => listener.subscribed(),
      // Retried with the next connection; until then waits poll the checkpoint.
      () => {},
    );
  }
}
