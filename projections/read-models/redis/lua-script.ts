import { createHash } from 'node:crypto';
import type { RedisClient } from './connection.ts';

/** A Lua script, sent by its hash; a server that does not know it yet gets its text. */
export class LuaScript {
  readonly #source: string;
  readonly #sha: string;

  constructor(source: string) {
    this.#source = source;
    this.#sha = createHash('sha1').update(source).digest('hex');
  }

  /** `keys` must lie in one slot of a cluster. */
  async run(client: RedisClient, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [...keys, ...args];
    try {
      return await client.evalsha(this.#sha, keys.length, rest);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.eval(this.#source, keys.length, rest);
    }
  }
}
