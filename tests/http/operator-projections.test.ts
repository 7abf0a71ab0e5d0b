/** The progress of projections, their control, verifications and the overview, by the calls of operators. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groceryListsModel, groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import { newId } from '../../server/commands/ids.ts';
import type { Overview } from '../../server/core/contracts/overview.ts';
import type { Projections } from '../../server/core/contracts/projections.ts';
import type { Explanation } from '../../server/core/contracts/time-travel.ts';
import type { LatestVerification, Verification } from '../../server/core/contracts/verification.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { type EmbeddedApp, eventsFile, openEmbeddedApp } from '../support/embedded-app.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { sealLog } from '../support/seal-log.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { until } from '../support/until.ts';

let folder: string;
let embedded: EmbeddedApp;
let poison: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-projections-'));
  const log = await openSqliteEventLog({ file: eventsFile(folder) });
  const meta = { actor: 'mia', commandId: newId(), correlationId: newId(), at: new Date().toISOString(), schema: 1 };
  const broken = { id: newId(), type: 'PostPublished', data: {}, meta };
  poison = String((await log.append(`post-${newId()}`, [broken], 'no_stream')).position);
  await log.close();
  embedded = await openEmbeddedApp(folder, ['mia', 'eve']);
  await embedded.makeOperator('eve');
});
afterAll(async () => {
  await embedded.close();
  rmSync(folder, { recursive: true });
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  embedded.app.inject({
    ...{ method, url: `/api/audit/${path}`, headers: { authorization: 'Bearer token-eve' } },
    ...(payload && { payload }),
  });
const read = async <Body>(path: string): Promise<Body> => {
  const response = await call('GET', path);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Body>();
};
const outcome = async (path: string, payload?: object) => {
  const response = await call('POST', path, payload);
  return response.statusCode < 300 ? response.statusCode : [response.statusCode, response.json().code];
};
const posts = async () => {
  const found = (await read<Projections>('projections')).items.find(({ name }) => name === 'posts');
  if (!found) throw new Error('There are no posts');
  return found;
};
const post = (title: string) =>
  embedded.app.inject({
    ...{ method: 'POST', url: '/api/community', payload: { title, type: 'text', content: 'Stir.' } },
    headers: { authorization: 'Bearer token-mia' },
  });

it('a projection that fails is shown with its event, which alone can be skipped, with a reason', async () => {
  await until(async () => (await posts()).state === 'failing');
  expect(await posts()).toMatchObject({ failingAt: poison, lagEvents: 1, error: expect.stringContaining(poison) });
  const explained = await read<Explanation>(`events/${poison}/why?why=A+faulty+import`);
  expect(explained).toMatchObject({ event: { type: 'PostPublished' }, documents: [], messages: [] });
  expect(explained.problem).toContain(poison);
  expect(await outcome('projections/posts/skip', { position: '999', why: 'A faulty import' })).toEqual([
    ...[409, 'NOTHING_TO_SKIP'],
  ]);
  expect(await outcome('projections/posts/skip', { position: poison, why: '   ' })).toEqual([422, 'INVALID_INPUT']);
  expect(await outcome('projections/posts/skip', { position: poison, why: 'A faulty import' })).toBe(204);
  await until(async () => (await posts()).state === 'live');
  const { skipped } = await posts();
  expect(skipped).toEqual([
    { version: postsProjection.version, position: poison, why: 'A faulty import', by: 'eve', at: expect.any(String) },
  ]);
});

it('a paused projection stays where it is until it is resumed', async () => {
  expect(await outcome('projections/post/pause')).toEqual([404, 'UNKNOWN_PROJECTION']);
  expect(await outcome('projections/posts/resume')).toEqual([409, 'NOT_PAUSED']);
  expect(await outcome('projections/posts/pause')).toBe(204);
  expect(await outcome('projections/posts/pause')).toEqual([409, 'ALREADY_PAUSED']);
  await until(async () => (await posts()).state === 'paused');
  await post('Soup');
  await until(async () => (await posts()).lagEvents > 0);
  expect(await outcome('projections/posts/resume')).toBe(204);
  await until(async () => (await posts()).state === 'live');
  expect(await posts()).toMatchObject({ lagEvents: 0, lagSeconds: 0, failingAt: null, error: null });
});

it('a rebuild is shown until it has replaced the read model, and one at a time can be requested or cancelled', async () => {
  const cancel = async () => (await call('DELETE', 'projections/posts/rebuild')).json()?.code;
  expect((await posts()).rebuild).toBeNull();
  expect(await cancel()).toBe('NOT_REBUILDING');
  expect(await outcome('projections/post/rebuild')).toEqual([404, 'UNKNOWN_PROJECTION']);
  const two = await Promise.all([outcome('projections/posts/rebuild'), outcome('projections/posts/rebuild')]);
  expect(two).toContainEqual(204);
  expect(two).toContainEqual([409, 'ALREADY_REBUILDING']);
  await until(async () => (await posts()).rebuild?.state === 'completed');
  expect((await posts()).rebuild).toMatchObject({ by: 'eve', at: expect.any(String) });
  await post('Stew');
  const feed = await embedded.app.inject({ url: '/api/community' });
  expect(feed.json().items.map(({ title }: { title: string }) => title)).toEqual(['Stew', 'Soup']);
});

it('a verification compares all read models and the seals, one at a time', async () => {
  expect(await read<LatestVerification>('verifications/latest')).toBeNull();
  expect(await outcome('verifications', { projection: 'post' })).toEqual([404, 'UNKNOWN_PROJECTION']);
  expect(await outcome('verifications')).toBe(202);
  expect(await outcome('verifications')).toEqual([409, 'ALREADY_VERIFYING']);
  await until(async () => (await read<Verification>('verifications/latest')).state !== 'running');
  const done = await read<Verification>('verifications/latest');
  expect(done).toMatchObject({ state: 'done', error: null, differenceCount: 0, startedBy: 'eve', projection: null });
  expect(done.models).toHaveLength(done.modelCount);
  expect(done.seals).toMatchObject({ state: 'done', findingCount: 0 });
  expect(await outcome('verifications', { projection: 'posts' })).toBe(202);
});

it('a verification names the private documents that differ, and does not show them', async () => {
  const model = embedded.store.open(groceryListsProjection).local;
  const { lists, usedNames } = groceryListsModel;
  const planted = { id: 'ghost', value: { items: [{ name: 'A secret' }] }, position: 1n } as const;
  for (const collection of [lists, usedNames]) model.apply({ kind: 'put', collection, ...planted });
  const feed = embedded.store.open(postsProjection).local;
  feed.apply({ kind: 'put', collection: 'posts', ...planted, value: { title: 'A ghost' } });
  const latest = async () => (await call('GET', 'verifications/latest')).json<Verification>();
  await until(async () => (await latest()).state !== 'running');
  expect(await outcome('verifications')).toBe(202);
  await until(async () => (await latest()).state !== 'running');
  const { differences } = await latest();
  const projection = versionedName(groceryListsProjection);
  const hidden = { projection, kind: 'document', actual: { position: '1' }, isPrivate: true };
  expect(differences).toHaveLength(3);
  expect(differences).toContainEqual({ ...hidden, item: `document ${lists}/ghost` });
  expect(differences).toContainEqual({ ...hidden, item: `document ${usedNames}/ghost` });
  expect(differences).toContainEqual(
    expect.objectContaining({ actual: { position: '1', document: { title: 'A ghost' } } }),
  );
  for (const collection of [lists, usedNames]) model.apply({ kind: 'remove', collection, id: 'ghost' });
  feed.apply({ kind: 'remove', collection: 'posts', id: 'ghost' });
});

it('a proof is the one that the command prints, and its access is recorded', async () => {
  const why = 'why=Mia+asked';
  expect((await call('GET', `proofs/${poison}?${why}`)).json().code).toBe('NOT_SEALED');
  await sealLog(folder);
  const proof = await call('GET', `proofs/${poison}?${why}`);
  expect(proof.body).toMatch(/^c2sp.org\/tlog-proof@v1\n/);
  const env = serverEnvironment({ DATA_DIR: folder });
  const { stdout } = await runInProcess(env, ['audit', 'prove', poison]);
  expect(stdout.trimEnd()).toBe(proof.body.trimEnd());
});

it('the overview has the health, the last seal and samples', async () => {
  const overview = await read<Overview>('overview');
  expect(overview).toMatchObject({ status: 'ready', sockets: 0, failures: 0, sampleIntervalMs: 10_000 });
  expect(overview.lastSeal?.size).toBeGreaterThan(3);
  expect(Object.keys(overview.samples.lagSeconds)).toContain('posts');
});
