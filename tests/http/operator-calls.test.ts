/** The calls that mirror the commands of operators, for an operator, a plain user and a visitor. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Explanation,
  StreamBlame,
  StreamDifferences,
  StreamState,
  Streams,
} from '../../server/core/contracts/time-travel.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const why = 'why=Mia+asked+what+was+on+the+list';

let app: TestApp;
let stream: string;
let positions: string[];
const get = async <Body>(path: string, user = 'eve'): Promise<Body> => {
  const response = await app.as(user).get(`/api/audit/${path}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Body>();
};
const code = async (path: string) => (await app.as('eve').get(`/api/audit/${path}`)).json().code;

beforeAll(async () => {
  app = await openTestApp('mia', 'tom', 'eve');
  await app.makeOperator('eve');
  for (const name of ['Milk', 'Feta']) {
    await app.as('mia').post('/api/grocery-list', { userId: 'mia', ingredients: [{ name, amount: '1' }] });
  }
  const found = await get<{ items: { stream: string; position: string }[] }>(
    `events?${why}&actor=mia&type=GroceryItemsAdded&order=oldest`,
  );
  positions = found.items.map(({ position }) => position);
  stream = found.items[0]?.stream ?? '';
});
afterAll(() => app.close());

describe('past states', () => {
  it('are what the list showed, with the extent of the stream', async () => {
    const [first = '', last = ''] = positions;
    const state = await get<StreamState>(`streams/${stream}/state?at=${first}&${why}`);
    expect(state).toMatchObject({ stream, position: first, revision: '0', first: { position: first } });
    expect(state.last.position).toBe(last);
    expect(Object.values(state.documents)).toEqual([
      expect.objectContaining({ items: [expect.objectContaining({ name: 'Milk' })] }),
    ]);
    const shown = (await app.as('mia').get('/api/grocery-list/mia')).json();
    expect(Object.values((await get<StreamState>(`streams/${stream}/state?${why}`)).documents)).toEqual([shown]);
    expect(await get<StreamState>(`streams/${stream}/state?at=${state.at}&${why}`)).toEqual(state);
  });

  it('differ by what was added between them', async () => {
    const { items } = await get<StreamDifferences>(`streams/${stream}/diff?from=${positions[0]}&${why}`);
    expect(items).toContainEqual(
      expect.objectContaining({ path: expect.stringMatching(/\/items\/.+\/name$/), to: 'Feta', actor: 'mia' }),
    );
    expect(JSON.stringify(items)).not.toContain('Milk');
    const none = `streams/${stream}/diff?from=${positions[1]}&to=${positions[1]}&${why}`;
    expect((await get<StreamDifferences>(none)).items).toEqual([]);
  });

  it('know who set a field, and why an event happened', async () => {
    const { items } = await get<StreamBlame>(`streams/${stream}/blame?${why}`);
    expect(items.find(({ value }) => value === 'Feta')).toMatchObject({ actor: 'mia', position: positions[1] });
    const explanation = await get<Explanation>(`events/${positions[1]}/why?${why}`);
    expect(explanation.event).toMatchObject({ type: 'GroceryItemsAdded', stream, meta: { actor: 'mia' } });
    expect(explanation.documents.join()).toContain(stream.slice('groceryList-'.length));
  });

  it('are refused for unknown streams, positions and times, with the reason', async () => {
    expect(await code(`streams/groceryList-nobody/state?${why}`)).toBe('UNKNOWN_STREAM');
    expect(await code(`streams/${stream}/state?at=2020-01-01T00:00:00Z&${why}`)).toBe('UNKNOWN_STREAM');
    expect(await code(`events/999999/why?${why}`)).toBe('UNKNOWN_EVENT');
    expect(await code(`streams/${stream}/state?at=999999&${why}`)).toBe('UNKNOWN_EVENT');
    expect(await code(`streams/${stream}/diff?from=${positions[0]}&to=999999&${why}`)).toBe('UNKNOWN_EVENT');
    expect(await code(`events?since=2026-01-02T00:00Z&until=2026-01-01T00:00Z&${why}`)).toBe('INVALID_INPUT');
    for (const source of ['soup', 'feed&field=likeCount']) {
      expect(await code(`sources?of=${source}&${why}`)).toBe('INVALID_INPUT');
    }
    expect(await code(`events/soon/why?${why}`)).toBe('NOT_FOUND');
    expect(await code(`streams/${stream}/state?at=tomorrow&${why}`)).toBe('INVALID_INPUT');
    for (const time of [
      '2026-00-10T00:00Z',
      '2026-01-00T00:00Z',
      '2027-02-31T00:00Z',
      '2026-01-01T00:00%2B99:00',
      '2026-01-01T00:00-01:60',
    ]) {
      expect(await code(`streams/${stream}/state?at=${time}&${why}`), time).toBe('INVALID_INPUT');
      expect(await code(`events?since=${time}&${why}`), time).toBe('INVALID_INPUT');
    }
    expect(await code(`streams/${stream}/diff?${why}`)).toBe('INVALID_INPUT');
    expect(await code(`streams/${stream}/state`)).toBe('INVALID_INPUT');
    for (const path of [`streams/${stream}/state`, 'events', 'tail']) {
      expect(await code(`${path}?why=${encodeURIComponent('\u200b\u2060\u202e')}`), path).toBe('INVALID_INPUT');
    }
  });
});

it('a mistyped parameter is refused, and not left out of the search', async () => {
  const calls = [
    ...['events', 'streams', 'sources', 'checkpoints', `events/${positions[0]}/why`, `proofs/${positions[0]}`],
    ...['state', 'diff', 'blame', 'proof'].map((call) => `streams/${stream}/${call}`),
  ];
  for (const call of calls) expect(await code(`${call}?${why}&tpye=GroceryItemsAdded`), call).toBe('INVALID_INPUT');
});

it('streams are found by the beginning of their name, their id or their kind', async () => {
  const names = async (query: string) => (await get<Streams>(`streams?${why}&${query}`)).items.map((one) => one.stream);
  const id = stream.slice('groceryList-'.length);
  expect(await names(`query=${stream.slice(0, 20)}`)).toEqual([stream]);
  expect(await names(`query=${id.slice(0, 8)}`)).toEqual([stream]);
  expect(await names(`kind=groceryList&query=${id}`)).toEqual([stream]);
  expect(await names('query=grocery')).toEqual([stream]);
  expect(await names('query=eve')).toEqual(['audit-eve', 'staff-eve']);
  expect(await names(`kind=mealPlan&query=${id}`)).toEqual([]);
});

it('commands give the same answers', async () => {
  const command = async (...args: string[]) => {
    const env = serverEnvironment({ DATA_DIR: app.folder });
    const { out } = await runInProcess(env, ['--json', 'audit', ...args]);
    return out.map((line): unknown => JSON.parse(line));
  };
  const [position = ''] = positions;
  expect(await command('state', stream, '--at', position)).toEqual([
    await get(`streams/${stream}/state?at=${position}&${why}`),
  ]);
  expect(await command('diff', stream, '--from', position)).toEqual(
    (await get<StreamDifferences>(`streams/${stream}/diff?from=${position}&${why}`)).items,
  );
  expect(await command('blame', stream)).toEqual((await get<StreamBlame>(`streams/${stream}/blame?${why}`)).items);
  expect(await command('why', position)).toEqual([await get(`events/${position}/why?${why}`)]);
});
