/** What the log says about the past, against what the API answered then. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UnknownStream } from '../../server/audit/time-travel/replay.ts';
import { blame, diff, stateAt } from '../../server/audit/time-travel/time-travel.ts';
import { openSqliteLogReader } from '../../server/event-log/sqlite/open-sqlite-log-reader.ts';
import { collect } from '../contracts/event-log/sample-events.ts';
import { type EmbeddedApp, eventsFile, openEmbeddedApp } from '../support/embedded-app.ts';
import { randomNumbers } from '../support/random-numbers.ts';

let folder: string;
let embedded: EmbeddedApp;
let log: ReturnType<typeof openSqliteLogReader>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-past-'));
  embedded = await openEmbeddedApp(folder, ['mia', 'tom']);
  log = openSqliteLogReader(eventsFile(folder));
});
afterAll(async () => {
  await log.close();
  await embedded.close();
  rmSync(folder, { recursive: true });
});

async function send(user: string, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: `Bearer token-${user}` };
  const response = await embedded.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response;
}

describe('a grocery list', () => {
  const list = '/api/grocery-list/mia';
  /** What the API answered after each change. */
  const answers: { position: bigint; at: Date; list: { listId: string; items: { id: string; name: string }[] } }[] = [];
  let stream: string;

  beforeAll(async () => {
    const random = randomNumbers(7);
    for (let n = 0; n < 40; n++) {
      const items = answers.at(-1)?.list.items ?? [];
      const item = items[random(items.length)];
      const act = random(20);
      if (!item || act < 9) {
        await send('mia', 'POST', '/api/grocery-list', {
          userId: 'mia',
          ingredients: [{ name: `Item ${n}`, amount: `${n}`, unit: 'g' }],
        });
      } else if (act < 12) await send('mia', 'DELETE', `${list}/${item.id}`);
      else if (act < 17) await send('mia', 'PATCH', `${list}/${item.id}`, { name: `Renamed ${n}` });
      else await send('mia', 'PUT', '/api/users/profile', { username: `Mia ${n}` });
      const position = await embedded.head();
      if (position === undefined) throw new Error('Nothing was recorded');
      const read = await embedded.app.inject({
        url: list,
        headers: { authorization: 'Bearer token-mia', 'potluck-at-least': position.toString() },
      });
      answers.push({ position, at: new Date(), list: read.json() });
      await untilNextMillisecond();
    }
    stream = `groceryList-${answers[0]?.list.listId}`;
  });

  const listAt = async (point?: Parameters<typeof stateAt>[2]) =>
    Object.values((await stateAt(log, stream, point)).documents)[0];

  test('is shown as the API showed it, at each position and at each time', async () => {
    for (const { position, at, list } of answers) {
      expect(await listAt({ position }), `at ${position}`).toEqual(list);
      expect(await listAt({ time: at }), `at ${at.toISOString()}`).toEqual(list);
    }
    expect(await listAt()).toEqual(answers.at(-1)?.list);
    expect(new Set(answers.map(({ list }) => JSON.stringify(list))).size).toBeGreaterThan(30);
  });

  test('has the differences between two of these answers', async () => {
    const [first, last] = [answers[5], answers.at(-1)];
    if (!first || !last) throw new Error('No answers');
    const paths = (await diff(log, stream, { position: first.position })).items.map(({ path }) => path);
    const changed = last.list.items.filter(({ id }) => !first.list.items.some((item) => item.id === id));
    expect(changed.length).toBeGreaterThan(3);
    for (const { id } of changed) expect(paths.join()).toContain(`items/${id}/name`);
    expect((await diff(log, stream, { position: last.position })).items).toEqual([]);
  });

  test('says for each field of today which event set it last', async () => {
    const fields = await blame(log, stream);
    const current = answers.at(-1)?.list.items ?? [];
    for (const { id, name } of current) {
      const field = fields.find(({ path }) => path.endsWith(`items/${id}/name`));
      expect(field?.value).toBe(name);
      expect(field?.type).toBe(name.startsWith('Renamed') ? 'GroceryItemChanged' : 'GroceryItemsAdded');
      // The answer right before does not have this name yet.
      const before = answers.findLast(({ position }) => position < (field?.position ?? 0n));
      expect(before?.list.items.find((item) => item.id === id)?.name).not.toBe(name);
    }
    const authors = fields.filter(({ path }) => path.endsWith('addedBy/name'));
    expect(authors.map(({ type }) => type)).toContain('ProfileRevised');
  });
});

test('before its first event and for an unknown stream, the past is a clear error', async () => {
  await send('tom', 'POST', '/api/community', { title: 'Soup', type: 'text', content: 'Stir.' });
  const recorded = (await collect(log.readAll())).filter(({ type }) => type === 'PostPublished');
  const { stream = '', position = 0n } = recorded[0] ?? {};
  await expect(stateAt(log, stream, { position: position - 1n })).rejects.toThrow(
    `${stream} did not exist then: its first event is at position ${position}`,
  );
  await expect(stateAt(log, stream, { time: new Date('2020-01-01') })).rejects.toThrow('did not exist then');
  await expect(stateAt(log, 'post-none')).rejects.toThrow(new UnknownStream('There is no stream post-none'));
  await expect(stateAt(log, 'nothing-1')).rejects.toThrow('No document shows the stream nothing-1');
});

/** Times have milliseconds: the next change is later than the time of this answer. */
async function untilNextMillisecond() {
  for (const now = Date.now(); Date.now() <= now; ) await new Promise(setImmediate);
}
