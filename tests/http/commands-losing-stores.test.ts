/** Commands whose EventStoreDB or Redis goes away while they run: one line, the exit code 3, and nothing harmed. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { TwoSites } from '../support/command-sites.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

const extended = { tags: ['extended'] };

describeWith('redis-server', 'commands that lose a store', (program) => {
  let sites: TwoSites;
  beforeAll(async () => {
    sites = await TwoSites.open(program);
    await sites.seed(100);
  });
  afterAll(() => sites[Symbol.asyncDispose]());

  const unreachable = (message: RegExp) => ({ code: 3, out: [], err: [expect.stringMatching(message)] });

  test(
    'following the log, a command waits for a restart of EventStoreDB, and ends if there is none',
    extended,
    async () => {
      const { eventStore } = sites.parts;
      const tail = sites.shared.run('--json', 'audit', 'tail', '--type', 'RoleGranted');
      await until(() => eventStore.openSubscriptions === 1);
      await eventStore.restart();
      await until(() => eventStore.openSubscriptions === 1);
      await sites.shared.lines('staff', 'grant', 'operator', 'eve');
      eventStore.stop();
      const { code, out, err } = await tail;
      expect([code, out.length, err]).toEqual([
        ...[3, 1],
        [
          expect.stringMatching(
            /^The connection to EventStoreDB at \S+ is lost \(.*\), and not restored within 10 s: check/,
          ),
        ],
      ]);
      await eventStore.start();
    },
  );

  test('moving the log, a command continues where EventStoreDB was lost', async () => {
    const target = await FakeEventStoreDb.start();
    onTestFinished(() => target.stop());
    target.faults.beforeAppend = () => {
      if (target.calls.appends === 10) target.stop();
    };
    const lost = await sites.embedded.run('log', 'move', '--to', target.connectionString);
    expect(lost).toMatchObject(unreachable(/EventStoreDB/));
    target.faults.beforeAppend = undefined;
    await target.start();
    const [moved, compared] = await sites.embedded.lines('log', 'move', '--to', target.connectionString);
    expect(moved).toMatch(/^Moved 10\d events to \S+ \(\d+ events of them were there before\)$/);
    expect(compared).toMatch(/^Both logs have been compared: they are the same/);
  });

  test('verifying, a command ends when Redis or EventStoreDB stops', async () => {
    const { eventStore, redis } = sites.parts;
    const { reads } = eventStore.calls;
    const withoutRedis = sites.shared.run('audit', 'verify');
    await until(() => eventStore.calls.reads > reads + 1);
    await redis.kill();
    expect(await withoutRedis).toMatchObject(
      unreachable(/^(?:REDIS_URL=|Redis at )\S+ (?:cannot be used|does not serve)/),
    );
    await redis.start();
    const readsBefore = eventStore.calls.reads;
    const withoutLog = sites.shared.run('audit', 'verify');
    await until(() => eventStore.calls.reads > readsBefore + 1);
    eventStore.stop();
    expect(await withoutLog).toMatchObject({ code: 3, err: [expect.stringMatching(/EventStoreDB/)] });
    await eventStore.start();
    expect((await sites.shared.run('audit', 'verify')).code).toBe(0);
  });
});
