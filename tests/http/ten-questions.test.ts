/** An auditor's ten questions, each asked by a command and by a call on the same log: the answers are the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Accesses, AuditedEvents } from '../../server/core/contracts/audit.ts';
import type { Projections } from '../../server/core/contracts/projections.ts';
import type {
  Explanation,
  Sources,
  StreamBlame,
  StreamDifferences,
  StreamState,
} from '../../server/core/contracts/time-travel.ts';
import type { Verification } from '../../server/core/contracts/verification.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { sealLog } from '../support/seal-log.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const why = 'why=An+auditor+asks';
const comment = newId();

let app: TestApp;
let list: string;
let post: string;
/** When the list had milk on it. */
let six: string;

const send = async (user: string, method: 'post' | 'patch', path: string, body: object) => {
  const response = await app.as(user)[method](`/api/${path}`, body);
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
};

beforeAll(async () => {
  app = await openTestApp('mia', 'tom', 'eve');
  await app.makeOperator('eve');
  const added = await send('mia', 'post', 'grocery-list', {
    userId: 'mia',
    ingredients: [{ name: 'Milk', amount: '1', unit: 'l' }],
  });
  list = `groceryList-${added.listId}`;
  const item = `grocery-list/mia/${added.items[0].id}`;
  await send('mia', 'patch', item, { amount: '2' });
  six = new Date().toISOString();
  await until(() => new Date().toISOString() > six);
  expect((await app.as('mia').delete('/api/grocery-list/mia')).statusCode).toBe(204);
  for (const title of ['Soup', 'Stew']) {
    const { id } = await send('mia', 'post', 'community', { title, type: 'text', content: 'Stir.' });
    post = id;
  }
  await send('tom', 'post', `community/${post}/comments`, { id: comment, text: 'Mm' });
  expect((await app.as('mia').delete(`/api/community/${post}/comments/${comment}`)).statusCode).toBe(403);
});
afterAll(() => app.close());

async function call<Answer>(path: string, user = 'eve', prefix = 'audit/'): Promise<Answer> {
  const response = await app.as(user).get(`/api/${prefix}${path}`, { 'potluck-at-least': String(await app.head()) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
}

async function print(...args: string[]): Promise<string> {
  const { code, stdout, err } = await runInProcess(serverEnvironment({ DATA_DIR: app.folder }), args);
  expect(code, err.join()).toBe(0);
  return stdout;
}

const command = async (...args: string[]): Promise<unknown[]> =>
  (await print('--json', ...args))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('who emptied the list', async () => {
  const { items } = await call<AuditedEvents>(`events?${why}&stream=${list}&type=GroceryListCleared`);
  expect(items).toEqual([expect.objectContaining({ meta: expect.objectContaining({ actor: 'mia' }) })]);
  expect(await command('audit', 'events', '--stream', list, '--type', 'GroceryListCleared')).toEqual(items);
});

test('what was on it on Tuesday at six', async () => {
  const state = await call<StreamState>(`streams/${list}/state?${why}&at=${six}`);
  expect(JSON.stringify(state.documents)).toContain('Milk');
  expect(await command('audit', 'state', list, '--at', six)).toEqual([state]);
});

test('who changed this amount, and from what', async () => {
  const sources = await call<Sources>(`sources?${why}&of=${list}&field=amount`);
  expect(sources.items.map(({ type, actor, changes }) => [type, actor, changes[0]?.from, changes[0]?.to])).toEqual([
    ['GroceryListCleared', 'mia', '2', undefined],
    ['GroceryItemChanged', 'mia', '1', '2'],
    ['GroceryItemsAdded', 'mia', undefined, '1'],
  ]);
  expect(await command('audit', 'sources', list, '--field', 'amount')).toEqual(sources.items);
  const blamed = await call<StreamBlame>(`streams/post-${post}/blame?${why}`);
  expect(blamed.items).toContainEqual(
    expect.objectContaining({ path: `posts/${post}/commentCount`, from: 0, value: 1, actor: 'tom' }),
  );
  expect(await command('audit', 'blame', `post-${post}`)).toEqual(blamed.items);
  const [added] = (await call<AuditedEvents>(`events?${why}&stream=${list}&type=GroceryItemsAdded`)).items;
  const { items } = await call<StreamDifferences>(`streams/${list}/diff?${why}&from=${added?.position}`);
  expect(items.find(({ path }) => path.endsWith('/amount'))).toMatchObject({
    ...{ from: '1', actor: 'mia', type: 'GroceryListCleared' },
    fromBy: { actor: 'mia', type: 'GroceryItemsAdded', position: added?.position },
  });
  expect(await command('audit', 'diff', list, '--from', added?.position ?? '')).toEqual(items);
});

test('everything that Mia did between two times', async () => {
  const { items } = await call<AuditedEvents>(`events?${why}&actor=mia&until=${six}`);
  expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['GroceryItemsAdded', 'GroceryItemChanged']));
  expect(items.map(({ type }) => type)).not.toContain('GroceryListCleared');
  expect(await command('audit', 'events', '--actor', 'mia', '--until', six)).toEqual(items);
});

test('what this request caused', async () => {
  const [added] = (await call<AuditedEvents>(`events?${why}&type=CommentAdded`)).items;
  const explanation = await call<Explanation>(`events/${added?.position}/why?${why}`);
  expect(explanation).toMatchObject({
    readModels: ['posts', 'pictures', 'notifications'].map((name) => expect.stringMatching(`^${name}@`)),
    documents: expect.arrayContaining([`posts/${post}`]),
    messages: [{ kind: 'post.changed', to: 'everybody' }],
  });
  expect(await command('audit', 'why', added?.position ?? '')).toEqual([explanation]);
  expect(explanation.sealed).toBeNull();
  const ofList = await call<AuditedEvents>(`events?${why}&type=GroceryListCleared`);
  expect((await call<Explanation>(`events/${ofList.items[0]?.position}/why?${why}`)).messages).toEqual([
    { kind: 'list.changed', to: list.replace('groceryList-', 'list:') },
  ]);
});

test('whether anything is missing', async () => {
  await sealLog(app.folder);
  const [last] = (await call<AuditedEvents>(`events?${why}&type=CommentAdded`)).items;
  const { sealed } = await call<Explanation>(`events/${last?.position}/why?${why}`);
  expect((await app.as('eve').post('/api/audit/verifications')).statusCode).toBe(202);
  const latest = () => call<Verification>('verifications/latest');
  await until(async () => (await latest()).state !== 'running');
  const { seals, differenceCount } = await latest();
  expect({ seals: seals?.findingCount, differenceCount }).toEqual({ seals: 0, differenceCount: 0 });
  expect(sealed).toEqual({ size: seals?.size, events: seals?.size });
  expect(await command('audit', 'verify', '--seals')).toEqual([
    { kind: 'seals', size: seals?.size, checkpoints: 1, keys: seals?.keys, isComplete: true, findings: 0 },
  ]);
});

test('which events the total of the feed comes from', async () => {
  const { items } = await call<Sources>(`sources?${why}&of=feed`);
  expect(items.map(({ changes }) => changes)).toEqual([
    [{ path: 'feed', from: 1, to: 2 }],
    [{ path: 'feed', from: 0, to: 1 }],
  ]);
  expect((await call<{ items: unknown[] }>('community', 'mia', '')).items).toHaveLength(
    items[0]?.changes[0]?.to as number,
  );
  expect(await command('audit', 'sources', 'feed')).toEqual(items);
  const second = await call<Sources>(`sources?${why}&of=feed&limit=1&after=${items[0]?.position}`);
  expect(second).toEqual({ items: items.slice(1), next: null });
});

test('who looked at my data', async () => {
  const { items } = await call<Accesses>('users/accesses?limit=20', 'mia', '');
  expect(items[0]).toMatchObject({ by: { uid: 'eve' }, why: 'An auditor asks' });
  expect(await command('audit', 'accesses', 'mia', '--limit', '20')).toEqual(items);
});

test('when this projection last differed', async () => {
  const posts = ({ name }: { name: string }) => name === 'posts';
  const reported = (await call<Projections>('projections')).items.find(posts);
  expect(reported).toMatchObject({ verified: { by: 'eve', of: 'live', differences: 0 }, differed: null });
  const printed = (await command('projections', 'status')) as { name: string; verified: unknown; differed?: unknown }[];
  expect(printed.find(posts)?.verified).toEqual(reported?.verified);
  expect(printed.find(posts)?.differed).toBeUndefined();
});

test('a proof that this comment existed on that day', async () => {
  const prove = (query: string) => app.as('eve').get(`/api/audit/streams/post-${post}/proof?${why}&item=${query}`);
  const proof = await prove(comment);
  expect(proof.body).toMatch(/^c2sp.org\/tlog-proof@v1\n/);
  const { size = 0, note } = (await call<{ items: { size: number; note: string }[] }>('checkpoints')).items[0] ?? {};
  expect(await print('audit', 'prove', '--stream', `post-${post}`, '--item', comment)).toBe(proof.body);
  // The checkpoint of that day, which a third party has kept, is smaller than that of today.
  await sealLog(app.folder);
  expect((await prove(comment)).body).not.toBe(proof.body);
  expect((await prove(`${comment}&size=${size}`)).body).toBe(proof.body);
  expect(proof.body.endsWith(`\n\n${note}`)).toBe(true);
  expect((await prove(`${comment}&size=${size - 1}`)).json().code).toBe('NOT_SEALED');
  expect((await prove(newId())).json().code).toBe('UNKNOWN_STREAM');
  expect((await prove(`${comment}&at=${six}`)).json().code).toBe('UNKNOWN_STREAM');
});
