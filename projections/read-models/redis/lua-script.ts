import { createHash } from 'node:crypto';
import type { RedisClient } from './connection.ts';

/** A Lua script, run by its hash; a server that has not cached it yet receives its text. */
export class LuaScript {
  readonly #source: string;
  readonly #sha: string;

  constructor(source: string) {
    this.#source = source;
    this.#sha = createHash('sha1').update(source).digest('hex');
  }

  /** @param keys must be in one cluster slot */
  async run(client: RedisClient, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [...keys, ...args];
    try {
      return await client.evalsha(this.#sha, keys.length, rest);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return client.eval(this.#source, keys.length, rest);
    }
  }

  /** Like `run`; the reply has buffers instead of strings. */
  async runBuffer(client: RedisClient, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [...keys, ...args];
    try {
      return await client.callBuffer('EVALSHA', this.#sha, keys.length, ...rest);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return client.callBuffer('EVAL', this.#source, keys.length, ...rest);
    }
  }
}

const isUnknownScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT');
