/** The commands of operators beside a running server, on either log and either store, and while one of them is away. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { newId } from '../../server/commands/ids.ts';
import { type CommandSite, TwoSites } from '../support/command-sites.ts';
import { describeWith } from '../support/requirements.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { until } from '../support/until.ts';

describeWith('redis-server', 'commands beside servers', (program) => {
  let sites: TwoSites;
  let both: readonly CommandSite[];
  beforeAll(async () => {
    sites = await TwoSites.open(program);
    both = [sites.embedded, sites.shared];
    await sites.seed(300);
    await Promise.all(both.map((site) => site.startServer()));
  });
  afterAll(() => sites[Symbol.asyncDispose]());

  const statusOf = async (site: CommandSite, projection: string) =>
    (await site.json('projections', 'status')).find(({ name }) => name === projection);

  test('all projections are live and verified, and the log is as it was sealed', async () => {
    for (const site of both) {
      await site.lines('audit', 'verify');
      const names = allProjections.map(({ name }) => name);
      const rows = await site.json('projections', 'status');
      expect(rows.map(({ name, state, lagEvents }) => [name, state, lagEvents])).toEqual(
        names.map((name) => [name, 'live', 0]),
      );
    }
    for (const { verified } of await sites.shared.json('projections', 'status')) {
      expect(verified).toMatchObject({ of: 'live', differences: 0, position: expect.stringMatching(/^\d+$/) });
    }
  });

  test('roles, in effect at once', async () => {
    expect((await sites.run('staff', 'grant', 'operator', 'eve')).out).toEqual(['eve is operator now.']);
    expect((await sites.run('staff', 'list')).out).toHaveLength(2);
    expect((await sites.run('audit', 'state', 'staff-eve')).code).toBe(0);
    expect((await sites.run('staff', 'revoke', 'operator', 'eve')).code).toBe(0);
    expect((await sites.run('staff', 'list')).out).toEqual([expect.stringMatching(/^Nobody has a role/)]);
  });

  test('a rebuild is shown until its end', async () => {
    for (const site of both) {
      const { code, out } = await site.run('projections', 'rebuild', 'posts');
      expect([code, out]).toEqual([0, ['The projection posts is rebuilt, and all readers have the new read model']]);
      expect((await statusOf(site, 'posts')).rebuild).toMatchObject({ state: 'completed' });
      await site.lines('audit', 'verify', '--projection', 'posts');
    }
  });

  test('an event that cannot be folded is named, and left out with a reason', async () => {
    const meta = { actor: 'mia', commandId: newId(), correlationId: newId(), at: new Date().toISOString(), schema: 1 };
    const broken = { id: newId(), type: 'PostPublished', data: {}, meta };
    const { shared } = sites;
    await shared.append('post-broken', broken);
    await until(async () => (await statusOf(shared, 'posts')).state === 'failing');
    const { failingAt, error, lagEvents } = await statusOf(shared, 'posts');
    expect([lagEvents, error]).toEqual([1, expect.stringContaining(failingAt)]);
    await shared.lines('projections', 'skip', 'posts', failingAt, '--why', 'A faulty import');
    await until(async () => (await statusOf(shared, 'posts')).state === 'live');
    expect((await statusOf(shared, 'posts')).skipped).toMatchObject([{ position: failingAt, why: 'A faulty import' }]);
  });

  test.each([
    [['audit', 'seal'], /^A server seals this log/],
    [['projections', 'skip', 'recipes', '7', '--why', 'x'], /^There is nothing to skip at 7/],
  ])('%j is refused', async (args, message) => {
    const { code, out, err } = await sites.run(...args);
    expect([code, out, err]).toEqual([2, [], [expect.stringMatching(message)]]);
  });

  test('an import and a simulation are refused', async () => {
    for (const site of both) {
      const simulated = await site.run('simulate', '--events', '10');
      expect(simulated).toMatchObject({
        code: 2,
        out: [],
        err: [expect.stringMatching(/is in use by another process|has events already/)],
      });
    }
    const file = join(sites.embedded.folder, 'seed.ndjson');
    for (const site of both) {
      expect(await site.run('log', 'import', file)).toMatchObject({
        ...{ code: 2, out: [], err: [expect.stringMatching(/is in use by another process|is not empty/)] },
      });
    }
  });

  test('new events are followed until Ctrl-C', async () => {
    for (const site of both) {
      const after = site.positions[0] ?? '';
      const args = ['--json', 'audit', 'tail', '--type', 'RoleGranted', 'ProfileCreated', '--after', after];
      const tail = runInProcess(site.env, args, /"staff-jo"/);
      await site.lines('staff', 'grant', 'moderator', 'jo');
      const { code, out, err } = await tail;
      const streams = out.map((line) => JSON.parse(line).stream);
      expect([code, err, streams.at(-1)]).toEqual([0, [], 'staff-jo']);
      expect(streams.filter((stream) => stream.startsWith('profile-')).length).toBeGreaterThan(5);
    }
  });

  test('a backup is taken', async () => {
    for (const site of both) {
      expect(await site.lines('log', 'backup', join(site.folder, 'live.tar'))).toEqual([
        expect.stringMatching(/^Backed up 3\d\d events/),
      ]);
    }
  });

  test('while Redis or EventStoreDB is away, one line says so', async () => {
    const { redis, eventStore } = sites.parts;
    const message = /Redis|REDIS_URL|EventStoreDB at|please try again$/;
    const failed = async (...args: readonly string[]) => {
      const { code, out, err } = await sites.shared.run(...args);
      expect([code, out, err], args.join(' ')).toEqual([3, [], [expect.stringMatching(message)]]);
    };
    await redis.kill();
    for (const line of ['projections status', 'audit verify']) await failed(...line.split(' '));
    expect((await sites.shared.run('audit', 'events')).code).toBe(0);
    await redis.start();
    eventStore.stop();
    for (const line of ['audit events', 'audit state post-1', 'staff list', 'staff grant operator eve', 'log export x'])
      await failed(...line.split(' '));
    for (const line of ['projections pause posts', 'log backup x']) await failed(...line.split(' '));
    await eventStore.start();
    expect((await sites.shared.run('audit', 'events')).code).toBe(0);
  });
});
