/** A rebuild beside the live read model, in memory and in Redis. */
import { describe, expect, test } from 'vitest';
import type { Projection } from '../../projections/definitions/projection.ts';
import { dishProjection } from '../support/dish-projection.ts';
import {
  differencesOf,
  Node,
  type OpenStore,
  openInMemory,
  openInRedis,
  plant,
  RebuiltKitchen,
  version,
} from '../support/rebuilds.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

const ghost = { kind: 'put', collection: 'dishes', id: 'ghost', value: { title: 'Ghost' }, position: 10n } as const;
const famous = { title: 'A', cook: 'ann', likes: 1_000_000 };
const overrated = { kind: 'put', collection: 'dishes', id: 'a', value: famous, position: 10n } as const;

/** Cannot fold the event at 500 until it is healed. */
function failingProjection() {
  let failing = true;
  const definition: Projection = {
    ...dishProjection,
    fold(event, workspace) {
      if (failing && event.position === 500n) throw new Error('No title');
      dishProjection.fold(event, workspace);
    },
  };
  const heal = () => {
    failing = false;
  };
  return { definition, heal };
}

/** A read model with a document that no event has made, and one that events continue to change. */
async function wrongModel(open: OpenStore, events = 3_000) {
  const kitchen = new RebuiltKitchen();
  const end = kitchen.serve(events);
  const node = await Node.start(kitchen, await open());
  expect(await node.model.waitFor(end, 30_000)).toBe(true);
  await node.stop();
  await plant(await open(), [ghost, overrated]);
  return kitchen;
}

const suite = (newStore: () => Promise<OpenStore>): void => {
  test('replaces the live model under writes: readers never fail, go back or see a mixture', async () => {
    const open = await newStore();
    const kitchen = await wrongModel(open);
    const nodes = [await Node.start(kitchen, await open())];
    const readers = [await open(), await open()].map((store) => store.open(dishProjection));
    const stopServing = kitchen.serveAtRate(100);
    const seen: { reader: number; position: bigint; ghost: boolean; dishes: number }[] = [];
    let reading = true;
    const read = async (reader: number) => {
      const model = readers[reader] ?? expect.fail();
      while (reading) {
        const [wrong, ...dishes] = await model.getMany('dishes', ['ghost', 'a', 'c']);
        const listed = await model.range('newest', { direction: 'descending', limit: 100 });
        const position = (await model.position()) ?? expect.fail('The model is gone');
        expect(listed.length).toBeGreaterThan(0);
        seen.push({ reader, position, ghost: wrong !== undefined, dishes: dishes.filter(Boolean).length });
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const bothRead = Promise.all([read(0), read(1)]);
    await until(() => seen.length > 20);
    await kitchen.request('g1');
    await expect(kitchen.request('g2')).rejects.toThrow(
      /is being rebuilt since .*: wait until that is done, or cancel it/,
    );
    await until(() => nodes[0]?.rebuild?.state === 'completed');
    const switched = seen.length;
    const last = kitchen.serve();
    expect(await readers[1]?.waitFor(last, 30_000)).toBe(true);
    await until(() => seen.length > switched + 100);
    stopServing();
    reading = false;
    await bothRead;

    for (const reader of [0, 1]) {
      const own = seen.filter((one) => one.reader === reader);
      const firstRight = own.findIndex((one) => !one.ghost);
      expect(firstRight).toBeGreaterThan(5);
      expect(own.slice(firstRight).filter((one) => one.ghost)).toEqual([]);
      expect(own.filter((one, n) => one.position < (own[n - 1]?.position ?? 0n))).toEqual([]);
      expect(own.filter(({ dishes }) => dishes === 0)).toEqual([]);
    }
    expect(await differencesOf(kitchen, await open())).toBe(0);
    // Each event was published once.
    const served = kitchen.positions.slice(3_000);
    await until(() => nodes[0]?.published.at(-1) === served.at(-1));
    expect(nodes[0]?.published).toEqual(served);
    // What has been replaced is removed, and a later rebuild replaces this one.
    await kitchen.request('g2');
    await until(async () => (await nodes[0]?.store.liveGeneration(dishProjection)) === 'g2');
    const store = await open();
    const replaced = () => store.open({ ...dishProjection, generation: 'g1' });
    await until(async () => (await replaced().get('dishes', 'a')) === undefined);
    expect(await differencesOf(kitchen, await open())).toBe(0);
  });

  test('stops at an event that cannot be folded, while the live model goes on', async () => {
    const open = await newStore();
    const kitchen = await wrongModel(open, 200);
    const { definition, heal } = failingProjection();
    const node = await Node.start(kitchen, await open(), definition);
    await kitchen.request('g1');
    await until(() => node.rebuild?.state === 'failed');
    expect(node.rebuild).toMatchObject({ failure: { position: '500', error: expect.stringContaining('No title') } });
    expect(await node.model.waitFor(kitchen.serve(), 30_000)).toBe(true);
    expect(await node.model.get('dishes', 'ghost')).toBeDefined();
    const store = await open();
    const begun = () => store.open({ ...dishProjection, generation: 'g1' });
    await until(async () => (await begun().position()) === undefined);

    heal();
    await kitchen.request('g2');
    await until(() => node.rebuild?.state === 'completed');
    expect(await node.model.get('dishes', 'ghost')).toBeUndefined();
    expect(await differencesOf(kitchen, await open())).toBe(0);
  });

  test('is cancelled, and leaves the live model as it is', async () => {
    const open = await newStore();
    const kitchen = await wrongModel(open, 20_000);
    const node = await Node.start(kitchen, await open());
    await kitchen.request('g1');
    await until(() => BigInt(node.rebuild?.progress?.position ?? 0) > 0n);
    expect(node.rebuild?.progress?.target).toMatch(/^2000\d0$/);
    await kitchen.decide({ type: 'CancelRebuild', version });
    await until(() => node.rebuild?.progress === undefined);
    expect(node.rebuild?.state).toBe('cancelled');
    expect(await node.store.liveGeneration(dishProjection)).toBeUndefined();
    expect(await node.model.get('dishes', 'ghost')).toBeDefined();
    expect(await node.model.waitFor(kitchen.serve(), 30_000)).toBe(true);
    await kitchen.request('g2');
    await until(() => node.rebuild?.state === 'completed');
    expect(await node.model.get('dishes', 'ghost')).toBeUndefined();
  });

  test('is resumed by the next node where a stopped one has left it', async () => {
    const open = await newStore();
    const kitchen = await wrongModel(open, 20_000);
    const first = await Node.start(kitchen, await open());
    await kitchen.request('g1');
    await until(() => BigInt(first.rebuild?.progress?.position ?? 0) > 50_000n);
    await first.stop();
    const store = await open();
    const left = (await store.open({ ...dishProjection, generation: 'g1' }).position()) ?? 0n;
    expect(left).toBeGreaterThanOrEqual(50_000n);
    expect(left).toBeLessThan(200_000n);
    expect(await store.open(dishProjection).get('dishes', 'ghost')).toBeDefined();
    kitchen.serve(50);
    const next = await Node.start(kitchen, store);
    const from: (string | undefined)[] = [];
    await until(() => {
      from.push(next.rebuild?.progress?.from);
      return next.rebuild?.state === 'completed';
    });
    expect(from).toContain(String(left));
    expect(await next.model.get('dishes', 'ghost')).toBeUndefined();
    expect(await differencesOf(kitchen, store)).toBe(0);
  });

  test('makes one generation with several nodes', async () => {
    const open = await newStore();
    const kitchen = await wrongModel(open, 5_000);
    const nodes = [await Node.start(kitchen, await open()), await Node.start(kitchen, await open())];
    const stopServing = kitchen.serveAtRate(100);
    await kitchen.request('g1');
    await until(() => nodes.every(({ rebuild }) => rebuild?.state === 'completed' && rebuild.progress === undefined));
    stopServing();
    for (const { model } of nodes) {
      expect(await model.waitFor(kitchen.serve(), 30_000)).toBe(true);
      expect(await model.get('dishes', 'ghost')).toBeUndefined();
    }
    expect(await differencesOf(kitchen, await open())).toBe(0);
    expect(nodes.flatMap(({ logger }) => logger.problems)).toEqual([]);
  });

  test('is done at once for a model that is not built yet', async () => {
    const open = await newStore();
    const kitchen = new RebuiltKitchen();
    await kitchen.request('g1');
    const end = kitchen.serve(1_000);
    const node = await Node.start(kitchen, await open());
    await until(() => node.rebuild?.state === 'completed');
    expect(await node.model.waitFor(end, 30_000)).toBe(true);
    expect(await differencesOf(kitchen, await open())).toBe(0);
  });
};

describe('a rebuild in memory', () => suite(openInMemory));

describeWith('redis-server', 'a rebuild in Redis', (program) => suite(openInRedis(program)));
