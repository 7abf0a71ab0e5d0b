/** One contract of the operators' calls, with everything in one process and with processes that share what they use. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import { newId } from '../../server/commands/ids.ts';
import type { Accesses, AuditedEvents } from '../../server/core/contracts/audit.ts';
import type { ProjectionReport, Projections } from '../../server/core/contracts/projections.ts';
import type { Staff } from '../../server/core/contracts/staff.ts';
import { type TailFrame, tailProtocol, tailTokenPrefix } from '../../server/core/contracts/tail.ts';
import type { Explanation, StreamBlame, StreamDifferences, Streams } from '../../server/core/contracts/time-travel.ts';
import type { LatestVerification } from '../../server/core/contracts/verification.ts';
import { type OperatedSite, openEmbeddedSite, openSharedSite } from '../support/operated-sites.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

const why = 'why=Mia+asked';

function contract(open: () => Promise<OperatedSite>): void {
  let site: OperatedSite;
  beforeAll(async () => {
    site = await open();
    await site.makeOperator('eve');
    for (const name of ['Milk', 'Feta']) {
      await send('mia', 'POST', '/grocery-list', { userId: 'mia', ingredients: [{ name, amount: '1' }] });
    }
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const send = async (user: string, method: string, path: string, body?: object) => {
    const response = await site.call(user, method, path, body);
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return text;
  };
  const ask = async <Body>(path: string, user = 'eve'): Promise<Body> => JSON.parse(await send(user, 'GET', path));
  const tell = (method: string, path: string, body?: object) => send('eve', method, `/audit/${path}`, body);
  const codeOf = async (method: string, path: string, body?: object) =>
    (await (await site.call('eve', method, `/audit/${path}`, body)).json()).code;
  const additions = () => ask<AuditedEvents>(`/audit/events?${why}&actor=mia&type=GroceryItemsAdded&order=oldest`);
  const posts = async (): Promise<ProjectionReport> => {
    const { items } = await ask<Projections>('/audit/projections');
    return items.find(({ name }) => name === 'posts') ?? expect.fail('There are no posts');
  };
  const post = async (title: string): Promise<string> =>
    JSON.parse(await send('mia', 'POST', '/community', { title, type: 'text', content: 'Stir.' })).id;

  test('events are found page by page, and by what they have in common', async () => {
    const { items, next } = await ask<AuditedEvents>(`/audit/events?${why}&actor=mia&type=GroceryItemsAdded&limit=1`);
    expect([items.length, JSON.stringify(items).includes('Feta')]).toEqual([1, true]);
    const rest = await ask<AuditedEvents>(`/audit/events?${why}&actor=mia&type=GroceryItemsAdded&after=${next}`);
    expect([rest.items.length, JSON.stringify(rest.items).includes('Milk'), rest.next]).toEqual([1, true, null]);
    const stream = items[0]?.stream ?? '';
    const streams = await ask<Streams>(`/audit/streams?${why}&query=${stream.slice(0, 20)}`);
    expect(streams.items.map((one) => one.stream)).toEqual([stream]);
  });

  test('past states, differences, who set a field, and causes', async () => {
    const [first, last] = (await additions()).items;
    const path = `/audit/streams/${last?.stream}`;
    const at = async (position: string | undefined) => JSON.stringify(await ask(`${path}/state?at=${position}&${why}`));
    expect([(await at(first?.position)).includes('Feta'), (await at(last?.position)).includes('Feta')]).toEqual([
      ...[false, true],
    ]);
    const { items } = await ask<StreamDifferences>(`${path}/diff?from=${first?.position}&${why}`);
    expect(items).toContainEqual(
      expect.objectContaining({ path: expect.stringMatching(/\/items\/.+\/name$/), to: 'Feta' }),
    );
    const blame = await ask<StreamBlame>(`${path}/blame?${why}`);
    const feta = blame.items.find(({ value }) => value === 'Feta');
    expect(feta).toMatchObject({ actor: 'mia', position: last?.position });
    expect((await ask<AuditedEvents>(`/audit/events?${why}&command=${feta?.command}`)).items).toEqual([last]);
    const explanation = await ask<Explanation>(`/audit/events/${last?.position}/why?${why}`);
    expect(explanation).toMatchObject({ event: { id: last?.id }, readModels: [versionedName(groceryListsProjection)] });
    // EventStoreDB has no event that begins there.
    expect(await codeOf('GET', `events/${Number(last?.position) + 1_000_000}/why?${why}`)).toBe('UNKNOWN_EVENT');
  });

  test('accesses are found by those whom they concern, and roles by operators', async () => {
    const { items } = await ask<Accesses>('/users/accesses', 'mia');
    expect(items[0]).toMatchObject({ by: { uid: 'eve' }, why: 'Mia asked' });
    expect((await ask<Accesses>('/users/accesses', 'tom')).items).toEqual([]);
    await send('eve', 'PUT', '/staff/tom/roles/operator', {});
    expect((await ask<Staff>('/staff', 'tom')).items.map(({ uid }) => uid).sort()).toEqual(['eve', 'tom']);
    await send('eve', 'DELETE', '/staff/tom/roles/operator');
    expect((await site.call('tom', 'GET', '/staff')).status).toBe(404);
  });

  test('a projection is paused and resumed, and leaves out an event with a reason', async () => {
    await tell('POST', 'projections/posts/pause');
    expect(await codeOf('POST', 'projections/posts/pause')).toBe('ALREADY_PAUSED');
    await until(async () => (await posts()).state === 'paused');
    const meta = { actor: 'mia', commandId: newId(), correlationId: newId(), at: new Date().toISOString(), schema: 1 };
    const broken = { id: newId(), type: 'PostPublished', data: {}, meta };
    const { position } = await site.log.append(`post-${newId()}`, [broken], 'no_stream');
    await tell('POST', 'projections/posts/resume');
    await until(async () => (await posts()).state === 'failing');
    const failing = await posts();
    expect(failing).toMatchObject({ failingAt: String(position), lagEvents: 1 });
    const skip = { position: String(position), why: 'A faulty import' };
    expect(await codeOf('POST', 'projections/posts/skip', { ...skip, position: '7' })).toBe('NOTHING_TO_SKIP');
    await tell('POST', 'projections/posts/skip', skip);
    await until(async () => (await posts()).state === 'live');
    expect((await posts()).skipped).toMatchObject([{ ...skip, by: 'eve' }]);
    const id = await post('Soup');
    expect(await ask(`/community/${id}`, 'mia')).toMatchObject({ title: 'Soup' });
  });

  test('a read model is rebuilt, and verified', async () => {
    const request = async () => (await site.call('eve', 'POST', '/audit/projections/posts/rebuild')).status;
    const statuses = await Promise.all([request(), request()]);
    await until(async () => (await posts()).rebuild?.state === 'completed');
    // The second request is refused, unless the first rebuild has ended before it.
    const rebuilds = await ask<AuditedEvents>(`/audit/events?${why}&stream=projection-posts&order=oldest`);
    const steps = rebuilds.items.map(({ type }) => type).filter((type) => type.startsWith('Rebuild'));
    const accepted = statuses.filter((status) => status !== 409);
    expect(steps).toEqual(accepted.flatMap(() => ['RebuildRequested', 'RebuildCompleted']));
    expect(accepted).toEqual(accepted.map(() => 204));
    await tell('POST', 'verifications');
    const latest = () => ask<LatestVerification>('/audit/verifications/latest');
    await until(async () => (await latest())?.state !== 'running');
    expect(await latest()).toMatchObject({ state: 'done', error: null, differenceCount: 0, startedBy: 'eve' });
    expect(JSON.stringify(await ask('/community', 'mia'))).toContain('Soup');
  });

  test('the tail shows new events, and resumes behind a position', async () => {
    const [first, last] = (await additions()).items;
    const frames: TailFrame[] = [];
    const query = `${why}&type=GroceryItemsAdded&after=${first?.position}`;
    const protocols = [tailProtocol, `${tailTokenPrefix}token-eve`];
    const socket = new WebSocket(`${site.address.replace('http', 'ws')}/api/audit/tail?${query}`, protocols);
    socket.on('message', (data) => frames.push(JSON.parse(String(data))));
    const shown = () => frames.flatMap((frame) => (frame.kind === 'event' ? [frame.event] : []));
    await until(() => shown().length === 1);
    await send('tom', 'POST', '/grocery-list', { userId: 'tom', ingredients: [{ name: 'Rice' }] });
    await until(() => shown().length === 2);
    expect([shown()[0]?.id, JSON.stringify(shown()[1]?.data).includes('Rice')]).toEqual([last?.id, true]);
    socket.close();
  });

  test('an event is proven once it is sealed', async () => {
    const [first] = (await additions()).items;
    await site.seal();
    const proof = await send('eve', 'GET', `/audit/proofs/${first?.position}?${why}`);
    expect(proof).toMatch(/^c2sp.org\/tlog-proof@v1\n/);
  });
}

describe('operators of one process', () => contract(openEmbeddedSite));

describeWith('redis-server', 'operators of processes on EventStoreDB and Redis', (program) =>
  contract(() => openSharedSite(program)),
);
