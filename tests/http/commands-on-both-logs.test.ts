/** The commands of operators without a server: the same words, numbers and exit codes on either log and either store. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import { TwoSites } from '../support/command-sites.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { describeWith } from '../support/requirements.ts';
import { runInProcess } from '../support/run-in-process.ts';

const seededEvents = 300;

const extended = { tags: ['extended'] };

describeWith('redis-server', 'commands without a server', (program) => {
  let sites: TwoSites;
  /** Of the first item of a list, its list and its position. */
  let stream: string;
  let number: number;
  beforeAll(async () => {
    sites = await TwoSites.open(program);
    // Nothing is verified of what is not built, and nothing recorded: the log stays empty for the import.
    const [unbuilt] = await sites.shared.lines('audit', 'verify');
    expect(unbuilt).toMatch(/^Not built yet, so a server builds them from the log: posts@\d+, /);
    await sites.seed(seededEvents);
    const events = await sites.embedded.json('audit', 'events', '--oldest', '--limit', '100000');
    number = events.findIndex(({ type }) => type === 'GroceryItemsAdded') + 1;
    stream = events[number - 1].stream;
  });
  afterAll(() => sites[Symbol.asyncDispose]());

  const argumentsOf = (line: string) => line.replace('STREAM', stream).replace('NUMBER', String(number)).split(' ');

  const answers = async (line: string) => {
    const { code, out, err } = await sites.run(...argumentsOf(line));
    expect([code, err]).toEqual([0, []]);
    expect(out).not.toEqual([]);
  };
  test.each([
    'audit events --limit 20',
    'audit events --oldest --limit 5 --after @7',
    'audit state STREAM --at @NUMBER',
    'audit diff STREAM --from @NUMBER',
    'audit blame STREAM',
    '--json audit why @NUMBER',
    'audit sources feed --limit 3',
  ])('answers the same: %s', answers);
  test.each([
    'audit events --type PostPublished CommentAdded --limit 5',
    'audit events --type Unknown --actor nobody',
    '--json audit events --stream STREAM',
    'audit state STREAM',
    'audit why @NUMBER',
    'audit sources STREAM --field name',
    'audit accesses mia',
    'staff list',
    'log export FOLDER/copy.ndjson --since @290',
  ])('answers the same: %s', extended, answers);

  const refuses = async (line: string, message: RegExp) => {
    const { code, out, err } = await sites.run(...argumentsOf(line));
    expect([code, out, err]).toEqual([2, [], [expect.stringMatching(message)]]);
  };
  test.each([
    ['audit state groceryList-nobody', /^There is no stream groceryList-nobody$/],
    ['audit state STREAM --at 2001-01-01', /^\S+ did not exist then: its first event is at position \d+, 20/],
    ['audit state STREAM --at 999999999999', /^Position 999999999999 is past the end of the log, which is at \d+$/],
    ['audit why 999999999999', /^The log has no event at position 999999999999$/],
    ['audit tail --after 999999999999', /^--after: the log has no event at position 999999999999, see audit events$/],
    ['projections skip posts @NUMBER --why x', /^There is nothing to skip at \d+: the projection does not fail$/],
    ['simulate --events 10', /^The log has events already: /],
  ])('refuses in one line: %s', refuses);
  test.each([
    ['audit diff STREAM --from 999999999999', /^Position 999999999999 is past the end of the log/],
    ['audit blame groceryList-nobody', /^There is no stream/],
    ['audit tail --actor mia@example.org', /^To name a user by email, start a server with the role api/],
    ['audit prove 999999999999', /^There is no checkpoint yet|^No event at position 999999999999 is sealed/],
    ['projections rebuild soup', /^There is no projection soup: choose one of posts, /],
    ['log import FOLDER/seed.txt', /no such file/],
  ])('refuses in one line: %s', extended, refuses);

  test('an import into a log with other events is refused, and changes nothing', async () => {
    const { embedded, shared } = sites;
    const env = { DATA_DIR: join(embedded.folder, 'other') };
    expect((await runInProcess(env, ['simulate', '--events', '20', '--seed', '7'])).code).toBe(0);
    expect((await runInProcess(env, ['log', 'export', join(embedded.folder, 'other.ndjson')])).code).toBe(0);
    for (const name of ['other.ndjson', 'seed.ndjson'])
      copyFileSync(join(embedded.folder, name), join(shared.folder, name));
    const { code, out, err } = await sites.run('log', 'import', 'FOLDER/other.ndjson');
    expect([code, out, err.length]).toEqual([2, [], 1]);
    const again = await sites.run('log', 'import', 'FOLDER/seed.ndjson');
    expect(again.out).toEqual([
      expect.stringMatching(/^Imported 3\d\d events from .* \(3\d\d events of them were there/),
    ]);
  });

  test('roles', async () => {
    expect((await sites.run('staff', 'grant', 'operator', 'eve')).out).toEqual(['eve is operator now.']);
    expect((await sites.run('staff', 'list')).out[1]).toMatch(/^eve +operator +\S+ +potluck-machine$/);
    expect((await sites.run('staff', 'revoke', 'operator', 'eve')).out).toEqual(['eve is not operator now.']);
    const byEmail = await sites.run('staff', 'grant', 'operator', 'eve@example.org');
    expect(byEmail).toMatchObject({
      code: 2,
      err: [expect.stringMatching(/^To name a user by email, start a server with the role api/)],
    });
  });

  test('seals and proofs', async () => {
    for (const site of [sites.embedded, sites.shared]) {
      const sealed = await site.lines('audit', 'seal');
      expect(await site.lines('audit', 'checkpoint')).toEqual(sealed);
      expect((await site.lines('audit', 'checkpoints'))[1]).toMatch(new RegExp(`^ +${sealed[1]} `));
      const { stdout } = await site.run('audit', 'prove', `@${number}`);
      writeFileSync(join(site.folder, 'proof'), stdout);
    }
    const checked = await sites.run('audit', 'check-proof', 'FOLDER/proof', '--key', 'FOLDER/seals/public-keys');
    expect([checked.code, checked.out[0]]).toEqual([
      0,
      expect.stringMatching(/^The proof holds: event \d+ of the 3\d\d /),
    ]);
    const { out } = await sites.run('audit', 'verify', '--seals');
    expect(out).toEqual([expect.stringMatching(/^The log is as it was sealed: 3\d\d events, 1 checkpoint$/)]);
  });

  test('a copy of the log in another kind of log, and back', extended, async () => {
    const target = await FakeEventStoreDb.start();
    try {
      const there = await sites.embedded.lines('log', 'move', '--to', target.connectionString);
      const back = await sites.shared.lines('log', 'move', '--to', join(sites.shared.folder, 'moved'));
      // Without its seals, the log would be sealed anew by another key.
      expect(back.at(-1)).toMatch(/copy accounts\/, avatars\/, pictures\/, push\/ and seals\/ there/);
      expect(there[0]).toMatch(/^Moved 3\d\d events to esdb:/);
      expect(back[0]).toMatch(/^Moved 3\d\d events to .*moved/);
    } finally {
      target.stop();
    }
  });

  test('a backup is restored into an empty installation, and into no other', async () => {
    const target = await FakeEventStoreDb.start();
    try {
      for (const site of [sites.embedded, sites.shared]) {
        const file = join(site.folder, 'potluck.tar');
        expect(await site.lines('log', 'backup', file)).toEqual([expect.stringMatching(/^Backed up 3\d\d events/)]);
        const refused = await site.run('log', 'restore', file);
        expect([refused.code, refused.out, refused.err.length]).toEqual([2, [], 1]);
        const env = { ...site.env, DATA_DIR: join(site.folder, 'restored') };
        const onTarget = 'EVENTSTORE_URL' in env ? { ...env, EVENTSTORE_URL: target.connectionString } : env;
        const restored = await runInProcess(onTarget, ['log', 'restore', file]);
        expect(restored).toMatchObject({
          code: 0,
          out: [expect.stringMatching(/^Restored 3\d\d events/), expect.anything()],
        });
        const events = await runInProcess(onTarget, ['--json', 'audit', 'events', '--oldest', '--limit', '100000']);
        await site.readPositions();
        expect(events.out).toHaveLength(site.positions.length);
      }
    } finally {
      target.stop();
    }
  });

  test('an event that cannot be folded', async () => {
    const meta = { actor: 'mia', commandId: newId(), correlationId: newId(), at: new Date().toISOString(), schema: 1 };
    const broken = { id: newId(), type: 'PostPublished', data: {}, meta };
    for (const site of [sites.embedded, sites.shared]) await site.append('post-broken', broken);
    const { code, err } = await sites.run('audit', 'state', 'post-broken');
    expect([code, err.length]).toEqual([2, 1]);
    expect((await sites.run('audit', 'events', '--limit', '1')).out[1]).toMatch(/PostPublished +mia +0 +post-broken$/);
  });

  test('a rebuild that no server begins says so, and goes on without the command', extended, async () => {
    const { shared } = sites;
    const { code, out, err } = await runInProcess(shared.env, ['projections', 'rebuild', 'posts'], /No server/);
    expect([code, out.length, err]).toEqual([
      0,
      1,
      [expect.stringMatching(/^No server has begun the rebuild of posts yet/)],
    ]);
    expect(out[0]).toMatch(/^The rebuild of posts goes on: /);
    await shared.lines('projections', 'rebuild', 'posts', '--cancel');
    await sites.embedded.lines('projections', 'rebuild', 'posts');
    await sites.embedded.lines('projections', 'rebuild', 'posts', '--cancel');
  });

  test('what operators decide about projections', async () => {
    expect((await sites.run('projections', 'pause', 'recipes')).out).toEqual(['The projection recipes is paused']);
    expect(await sites.run('projections', 'pause', 'recipes')).toMatchObject({
      ...{ code: 2, out: [], err: ['The projection is paused already'] },
    });
    expect((await sites.run('projections', 'resume', 'recipes')).code).toBe(0);
    for (const site of [sites.embedded, sites.shared])
      await site.lines('projections', 'rebuild', 'recipes', '--no-wait');
    const again = await sites.run('projections', 'rebuild', 'recipes', '--no-wait');
    expect(again).toMatchObject({ code: 2, out: [], err: [expect.stringMatching(/being rebuilt/)] });
    expect((await sites.run('projections', 'rebuild', 'recipes', '--cancel')).code).toBe(0);
    expect((await sites.run('projections', 'rebuild', 'recipes', '--cancel')).code).toBe(2);
  });
});
