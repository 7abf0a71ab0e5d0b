import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { MemoryEventLog } from '../../../../tests/support/memory-event-log.ts';
import type { ReadLog } from '../../../audit/time-travel/extent.ts';
import { registerValidation } from '../../plugins/validation.ts';
import { registerErrors } from '../../responses/errors.ts';
import type { Access } from './access-recorder.ts';
import { timeTravelRoutes } from './time-travel-routes.ts';

const stream = 'groceryList-home';
const additions = 20;

/** A list to which Ann and Ben have added items, in turn. */
function openRoutes() {
  const log = new MemoryEventLog();
  for (const uid of ['ann', 'ben']) {
    log.append(`profile-${uid}`, 'ProfileCreated', { username: uid, email: `${uid}@example.com` }, uid);
  }
  const positions = Array.from({ length: additions }, (_, n) => {
    const item = { id: `item-${n}`, name: `Item ${n}`, amount: '1', unit: '', order: n };
    return log.append(stream, 'GroceryItemsAdded', { items: [item] }, n % 2 === 0 ? 'ann' : 'ben');
  });
  const counted = { eventsRead: 0, accesses: [] as Access[] };
  const countingLog: ReadLog = {
    head: () => log.head(),
    async *readStream(name, options) {
      for await (const event of log.readStream(name, options)) {
        counted.eventsRead += 1;
        yield event;
      }
    },
  };
  const app = Fastify().withTypeProvider<TypeBoxTypeProvider>();
  registerErrors(app);
  registerValidation(app);
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    request.user = { uid: 'eve', expiresAt: Number.MAX_SAFE_INTEGER, signedInAt: 0 };
  });
  const unused = async () => {
    throw new Error('Not used here');
  };
  timeTravelRoutes(app, {
    log: countingLog,
    events: { explain: unused, findStreams: unused, sourcesOfTotal: unused },
    seals: { sealingOf: async () => undefined },
    recorder: { record: async (_, access) => void counted.accesses.push(access), recordFor: unused },
    onRequest: [],
  });
  const read = async (path: string) => {
    Object.assign(counted, { eventsRead: 0, accesses: [] });
    const response = await app.inject(`/audit/streams/${stream}/${path}`);
    expect(response.statusCode, response.body).toBe(200);
    const actors = new Set(counted.accesses.flatMap(({ events }) => events.map(({ meta }) => meta.actor)));
    return { answer: response.json(), eventsRead: counted.eventsRead, actors: [...actors].sort() };
  };
  return { read, positions, log };
}

/** The first and the last event of the stream, and each event of the list and of the two profiles once. */
const oneReplay = 2 + additions + 2;

test('reads the events of a private stream once for its state and the authors of what it shows', async () => {
  const { read, positions } = openRoutes();
  const { answer, eventsRead, actors } = await read('state?why=help');
  expect(answer.documents['lists/home'].items).toHaveLength(additions);
  expect(actors).toEqual(['ann', 'ben']);
  expect(eventsRead).toBe(oneReplay);

  expect((await read(`state?why=help&at=${positions[0]}`)).actors).toEqual(['ann']);
});

test('reads the events of a private stream once for a difference and the authors of what differs', async () => {
  const { read, positions } = openRoutes();
  const { answer, eventsRead, actors } = await read(`diff?why=help&from=${positions.at(-3)}`);
  expect(answer.items.map(({ to }: { to: unknown }) => to)).toContain('Item 18');
  expect(answer.items.map(({ to }: { to: unknown }) => to)).not.toContain('Item 17');
  expect(actors).toEqual(['ann', 'ben']);
  expect(eventsRead).toBe(oneReplay);
});

test('knows the authors of both values of a difference, also of one that goes back in time', async () => {
  const { read, positions, log } = openRoutes();
  const change = {
    itemId: 'item-0',
    name: 'Item 0',
    amount: '2',
    unit: '',
    from: { name: 'Item 0', amount: '1', unit: '' },
  };
  const changed = log.append(stream, 'GroceryItemChanged', change, 'ben');
  const points = [positions.at(-1), changed];
  for (const [from, to] of [points, points.toReversed()]) {
    const { answer, actors } = await read(`diff?why=help&from=${from}&to=${to}`);
    expect(answer.items.map(({ path }: { path: string }) => path)).toContain('lists/home/items/item-0/amount');
    expect(actors).toEqual(['ann', 'ben']);
  }
});
