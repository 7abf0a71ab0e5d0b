/** The contract of shared counts, which both adapters keep, and what is particular to Redis. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import type { LimitRule } from '../../server/limits/limit-rule.ts';
import { createLimits } from '../../server/limits/limits.ts';
import { openRedisCounts } from '../../server/limits/redis-counts.ts';
import { maxChanges, type SharedCounts } from '../../server/limits/shared-counts.ts';
import { MemoryCounts } from '../support/memory-counts.ts';
import { startRedisCluster } from '../support/redis-deployments.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { openRelay } from '../support/relay.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

const hourMs = 3_600_000;
const evenly: LimitRule = { max: 60, periodMs: hourMs, refill: 'evenly', maxUnsettled: 30 };
const afterFirst: LimitRule = { max: 10, periodMs: hourMs, refill: 'after the first use', maxUnsettled: 2 };
const afterLast: LimitRule = { ...afterFirst, refill: 'after the last use' };
const shortMs = 300;

/** @param connect to the same counts, as another node */
function sharedCountsContract(name: string, connect: () => SharedCounts): void {
  describe(`contract of shared counts: ${name}`, () => {
    let one: SharedCounts;
    let other: SharedCounts;
    beforeAll(() => {
      [one, other] = [connect(), connect()];
    });
    afterAll(async () => {
      await one.close();
      await other.close();
    });
    /** Adds to one count, and returns it. */
    const add = async (counts: SharedCounts, rule: LimitRule, count: number, key: string) => {
      const [level] = await counts.add([{ key, rule, count }]);
      return level ?? { used: Number.NaN, freeInMs: Number.NaN };
    };

    test.each([evenly, afterFirst, afterLast])('adds up what two nodes use ($refill)', async (rule) => {
      const key = randomUUID();
      expect((await add(one, rule, 3, key)).used).toBeCloseTo(3, 1);
      expect((await add(other, rule, 4, key)).used).toBeCloseTo(7, 1);
      expect((await add(one, rule, -2, key)).used).toBeCloseTo(5, 1);
      expect((await add(one, rule, 1, randomUUID())).used).toBeCloseTo(1, 1);
    });

    test.each([evenly, afterFirst, afterLast])('stays between nothing and twice the limit ($refill)', async (rule) => {
      const key = randomUUID();
      expect((await add(one, rule, 1_000, key)).used).toBeCloseTo(2 * rule.max, 1);
      expect((await add(one, rule, -2 * rule.max, key)).used).toBeCloseTo(0, 1);
      expect((await add(one, rule, -5, key)).used).toBe(0);
      expect((await add(one, rule, 1, key)).used).toBeCloseTo(1, 1);
    });

    test('returns evenly what is used', async () => {
      const [key, rule] = [randomUUID(), { ...evenly, periodMs: 6_000 }];
      expect((await add(one, rule, 20, key)).freeInMs).toBeCloseTo(2_000, -2);
      const startedAtMs = performance.now();
      await until(() => performance.now() - startedAtMs > shortMs);
      const { used } = await add(other, rule, 0, key);
      expect(used).toBeLessThan(20 - 2);
      expect(used).toBeGreaterThan(20 - (performance.now() - startedAtMs) / 100 - 1);
    });

    test('returns all units together, after the first use or the last', async () => {
      const [first, last] = [randomUUID(), randomUUID()];
      const rules = { first: { ...afterFirst, periodMs: shortMs }, last: { ...afterLast, periodMs: shortMs } };
      await add(one, rules.first, 5, first);
      const startedAtMs = performance.now();
      await until(async () => {
        await add(one, rules.last, 1, last);
        return performance.now() - startedAtMs > shortMs;
      });
      const before = await add(one, rules.last, 1, last);
      expect(before.used).toBeGreaterThan(2);
      expect(before.freeInMs).toBeCloseTo(shortMs, -2);
      expect((await add(one, rules.first, 1, first)).used).toBe(1);
    });

    test.each([afterFirst, afterLast])(
      'does not extend the period when units are given back ($refill)',
      async (rule) => {
        const key = randomUUID();
        await add(one, rule, 3, key);
        const startedAtMs = performance.now();
        await until(() => performance.now() - startedAtMs > 20);
        expect((await add(one, rule, -1, key)).freeInMs).toBeLessThan(hourMs - 10);
      },
    );

    test('changes many counts in one call, each by its own rule', async () => {
      const rules = [evenly, afterFirst, afterLast];
      const changes = Array.from({ length: maxChanges }, (_, n) => {
        return { key: randomUUID(), rule: rules[n % 3] ?? evenly, count: (n % 7) + 1 };
      });
      const levels = await one.add(changes);
      expect(levels.map(({ used }) => Math.round(used))).toEqual(changes.map(({ count }) => count));
    });
  });
}

const memory = new MemoryCounts();
sharedCountsContract('memory', () => memory);

describeWith('redis-server', 'limits in Redis', (program) => {
  let server: RedisServer;
  let raw: Redis;
  beforeAll(async () => {
    server = await startRedis(program, ['--appendonly', 'no']);
    raw = new Redis(server.url);
    // One test stops the server.
    raw.on('error', () => {});
  });
  afterAll(async () => {
    raw.disconnect();
    await server.remove();
  });
  const open = (url = server.url): SharedCounts => {
    const counts = openRedisCounts(parseRedisUrl(url));
    onTestFinished(() => counts.close());
    return counts;
  };

  sharedCountsContract('Redis', () => openRedisCounts(parseRedisUrl(server.url)));

  test('one call is one round trip', async () => {
    const relay = await openRelay(server.port);
    onTestFinished(() => relay.close());
    const counts = open(`redis://127.0.0.1:${relay.port}`);
    const changes = Array.from({ length: 100 }, () => ({ key: randomUUID(), rule: evenly, count: 1 }));
    await counts.add(changes);
    const before = relay.countSent('evalsha');
    await counts.add(changes);
    expect(relay.countSent('evalsha')).toBe(before + 1);
  });

  test('all keys expire, and name no user and no address', async () => {
    await raw.flushall();
    const limits = createLimits({ counts: open() });
    const short = { ...afterFirst, periodMs: 1_000 };
    limits.open('imports', short).take('mia@example.org');
    limits.open('address', { ...evenly, periodMs: 6_000 }).take('192.0.2.1', 3);
    await limits.close();
    const keys = await raw.keys('*');
    expect(keys).toHaveLength(2);
    expect(keys.join()).not.toMatch(/mia|192/);
    await until(async () => (await raw.dbsize()) === 0);
  });

  test('a clock of Redis that was set back blocks nobody for longer than the period', async () => {
    await raw.flushall();
    const counts = open();
    for (const rule of [evenly, afterFirst]) {
      await counts.add([{ key: 'mia', rule, count: 1 }]);
      // As if the time of the expiry was now further away.
      await raw.pexpire('potluck:{limits}:mia', 24 * hourMs);
      const [level] = await counts.add([{ key: 'mia', rule, count: 1 }]);
      expect(level?.freeInMs).toBeLessThanOrEqual(2 * hourMs);
      await raw.flushall();
    }
  });

  test('an unreachable Redis fails a call within seconds, and counts once it is back', async () => {
    const counts = open();
    await counts.add([{ key: 'ann', rule: afterFirst, count: 1 }]);
    await server.kill();
    const startedAtMs = performance.now();
    await expect(counts.add([{ key: 'ann', rule: afterFirst, count: 1 }])).rejects.toThrow(
      /^Redis at redis:\/\/127\.0\.0\.1:\d+ does not count: /,
    );
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    await server.start();
    await until(() =>
      counts.add([{ key: 'ann', rule: afterFirst, count: 1 }]).then(
        ([level]) => level?.used === 1,
        () => false,
      ),
    );
  });

  test('a cluster keeps all counts of a call on one node', async () => {
    const cluster = await startRedisCluster(program);
    onTestFinished(() => cluster.remove());
    const counts = open(cluster.url);
    const changes = Array.from({ length: 50 }, () => ({ key: randomUUID(), rule: evenly, count: 2 }));
    await until(() =>
      counts.add(changes).then(
        (levels) => levels.every(({ used }) => Math.round(used) === 2),
        () => false,
      ),
    );
  });
});
