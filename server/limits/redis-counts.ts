import { createClient, reasonOf } from '../../projections/read-models/redis/connection.ts';
import type { RedisTarget } from '../../projections/read-models/redis/redis-url.ts';
import { runCountScript } from './count-script.ts';
import type { SharedCounts } from './shared-counts.ts';

const commandTimeoutMs = 2_000;

/**
 * Counts in Redis 7.0 or newer, on a connection of their own: a large commit to the read models does not delay them. One
 * call of `add` is one round trip. Connects in the background, and again after each loss of the connection. A call whose
 * connection broke is sent again, and may count twice.
 */
export function openRedisCounts(target: RedisTarget): SharedCounts {
  const client = createClient(target, commandTimeoutMs);
  // Calls fail until then, and say why.
  client.connect().catch(() => {});
  return {
    async add(changes) {
      try {
        return await runCountScript(client, changes);
      } catch (error) {
        throw new Error(`Redis at ${target.description} does not count: ${reasonOf(error)}`, { cause: error });
      }
    },
    async close() {
      client.disconnect();
    },
  };
}
