/** A Redis that cannot be used is refused at the start, with what to do. */
import { describe, expect, test } from 'vitest';
import { ReadModelUnavailable } from '../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { freePort } from '../support/free-port.ts';
import { openStore, startServer } from '../support/redis-store.ts';
import { describeWith } from '../support/requirements.ts';

describeWith('redis-server', 'read models in Redis', (program) => {
  describe('at the start', () => {
    test('reports an unreachable Redis at once in one line', async () => {
      const url = `redis://cook:hush@127.0.0.1:${await freePort()}`;
      const startedAtMs = performance.now();
      const refusal = await openRedisReadModels(parseRedisUrl(url)).catch((error: unknown) => error);
      // It would take this long if it waited for a reply.
      expect(performance.now() - startedAtMs).toBeLessThan(4_000);
      expect(refusal).toBeInstanceOf(ReadModelUnavailable);
      expect(String(refusal)).toMatch(
        /REDIS_URL=redis:\/\/127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED.*unset REDIS_URL/,
      );
      expect(String(refusal)).not.toContain('hush');
      expect(String(refusal)).not.toContain('\n');
      const port = await freePort();
      const deployments = [
        [`redis+cluster://127.0.0.1:${port}`, 'no node of the cluster answers'],
        [`redis+sentinel://127.0.0.1:${port}/kitchen`, 'no Sentinel answers'],
      ] as const;
      for (const [address, why] of deployments) {
        await expect(openRedisReadModels(parseRedisUrl(address))).rejects.toThrow(
          `REDIS_URL=${address} cannot be used: ${why}. Correct this, or unset REDIS_URL`,
        );
      }
      expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    });

    test('reports a wrong password', async () => {
      const server = await startServer(program, ['--appendonly', 'no', '--requirepass', 'secret']);
      await expect(openRedisReadModels(parseRedisUrl(server.url))).rejects.toThrow(/cannot be used: .*NOAUTH/);
      const wrong = openRedisReadModels(parseRedisUrl(server.url.replace('//', '//:wrong@')));
      await expect(wrong).rejects.toThrow(/cannot be used: .*WRONGPASS/);
      await openStore(server.url.replace('//', '//:secret@'));
    });

    test('refuses a Redis with an eviction policy that drops documents', async () => {
      const policy = ['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'];
      const server = await startServer(program, ['--appendonly', 'no', ...policy]);
      await expect(openRedisReadModels(parseRedisUrl(server.url))).rejects.toThrow(/set it to noeviction/);
    });
  });
});
