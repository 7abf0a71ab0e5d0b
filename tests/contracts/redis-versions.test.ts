/** Redis keys of older projection versions are removed once no process needs them, and never before. */
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import type { Write } from '../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { removeUnusedVersions, type VersionTimes } from '../../projections/read-models/redis/versions.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

const [old, current] = [
  { name: 'dishes', version: 1 },
  { name: 'dishes', version: 3 },
];
const hourMs = 60 * 60_000;

/** Enough keys for several removal steps. */
const writesOf = (of: string): Write[] => [
  { kind: 'put', collection: 'dishes', id: 'a', value: { of }, position: 1n },
  ...Array.from({ length: 1_200 }, (_, n): Write => ({ kind: 'index', index: `by:${n}`, member: 'a', score: n })),
];

describeWith('redis-server', 'older versions of a projection', (program) => {
  async function redis() {
    const server = await startRedis(program, ['--appendonly', 'no']);
    const raw = new Redis(server.url);
    onTestFinished(async () => {
      raw.disconnect();
      await server.remove();
    });
    const keysOf = async ({ name, version }: typeof old) => (await raw.keys(`potluck:{${name}@${version}}:*`)).length;
    const openStore = async (times?: VersionTimes) => {
      const store = await openRedisReadModels(parseRedisUrl(server.url), times);
      onTestFinished(() => store.close());
      return store;
    };
    return { raw, keysOf, openStore };
  }

  test('are removed after a period without use once a newer version has caught up', async () => {
    const { raw, keysOf, openStore } = await redis();
    const store = await openStore();
    const replaced = store.open(old);
    replaced.beginBuild(7n);
    await replaced.commit(undefined, 7n, writesOf('old'));
    await replaced.markStale(7n, { since: '2026-11-20T12:00:00.000Z', failedEvent: 8n });
    await until(async () => (await raw.exists('potluck:{dishes@1}:used')) === 1);
    await store.close();

    const model = (await openStore()).open(current);
    await removeUnusedVersions(raw, current, 0);
    await model.commit(undefined, 6n, writesOf('current'));
    await removeUnusedVersions(raw, current, 0);
    expect(await keysOf(old), 'is kept until the newer one has caught up').toBeGreaterThan(1_200);
    await model.commit(6n, 7n, []);
    await removeUnusedVersions(raw, current, hourMs);
    expect(await keysOf(old), 'is kept for the period, for a rollback').toBeGreaterThan(1_200);
    await removeUnusedVersions(raw, current, 0);
    expect(await keysOf(old)).toBe(0);
    expect(await model.load('dishes', ['a'])).toEqual([{ of: 'current' }]);
    expect(await model.scores('by:1199', ['a'])).toEqual([1_199]);
  });

  test('stay while another process uses them', async () => {
    const { raw, keysOf, openStore } = await redis();
    const times = { intervalMs: 20, unusedMs: 600 };
    const oldNode = await openStore(times);
    await oldNode.open(old).commit(undefined, 1n, writesOf('old'));
    const newNode = await openStore(times);
    await newNode.open(current).commit(undefined, 1n, []);
    const startedAtMs = Date.now();
    await until(async () => Number(await raw.get('potluck:{dishes@1}:used')) > startedAtMs + 2 * times.unusedMs);
    expect((await oldNode.open(old).get('dishes', 'a'))?.json).toBe('{"of":"old"}');
    await oldNode.close();
    await until(async () => (await keysOf(old)) === 0);
    expect(Date.now() - startedAtMs).toBeGreaterThan(3 * times.unusedMs);
  });

  test('without a time of last use are kept for the period after they are first seen', async () => {
    const { raw, keysOf, openStore } = await redis();
    const store = await openStore();
    await store.open(old).commit(undefined, 1n, writesOf('old'));
    await until(async () => (await raw.del('potluck:{dishes@1}:used')) === 1);
    await store.open(current).commit(undefined, 1n, []);
    await removeUnusedVersions(raw, current, hourMs);
    expect(await keysOf(old)).toBeGreaterThan(1_200);
    expect(Number(await raw.get('potluck:{dishes@1}:used'))).toBeGreaterThan(Date.now() - hourMs);
  });

  test('are the only ones that a process removes, never newer ones', async () => {
    const { raw, keysOf, openStore } = await redis();
    const store = await openStore();
    await store.open(old).commit(undefined, 2n, []);
    await store.open(current).commit(undefined, 1n, writesOf('current'));
    await removeUnusedVersions(raw, old, 0);
    expect(await keysOf(current)).toBeGreaterThan(1_200);
  });
});
