import { expect, test } from 'vitest';
import {
  type ProjectionKey,
  ReadModelNotBuilt,
  type ReadModelReader,
  type ReadModelStore,
  type Write,
} from '../../../projections/read-models/read-model-store.ts';

const soup: Write = { kind: 'put', collection: 'dishes', id: 'soup', value: { n: 1 }, position: 1n };
const since = '2026-11-20T12:00:00.000Z';

const readsOf = (model: ReadModelReader): Promise<unknown>[] => [
  model.get('dishes', 'soup'),
  model.getMany('dishes', ['soup']),
  model.range('all', { direction: 'ascending', limit: 1 }),
  model.scores('all', ['soup']),
  model.position(),
  model.progress(),
  model.getWithProgress('dishes', 'soup'),
];

async function expectRefused(model: ReadModelReader): Promise<void> {
  for (const read of await Promise.allSettled(readsOf(model))) {
    expect(read).toMatchObject({ status: 'rejected', reason: expect.any(ReadModelNotBuilt) });
  }
}

async function expectServed(model: ReadModelReader, position: bigint): Promise<void> {
  await Promise.all(readsOf(model));
  expect(await model.progress()).toEqual({ position, stale: undefined });
  expect((await model.get('dishes', 'soup'))?.json).toBe('{"n":1}');
  const { document, progress } = await model.getWithProgress('dishes', 'soup');
  expect([document?.json, progress]).toEqual(['{"n":1}', { position, stale: undefined }]);
  expect((await model.getWithProgress('dishes', 'never there')).document).toBeUndefined();
}

export const servingContract = (store: () => ReadModelStore, newProjection: () => ProjectionKey): void => {
  const newModel = () => {
    const projection = newProjection();
    return { projection, model: store().open(projection), served: store().serve(projection) };
  };

  test('refuses a model that nothing has been committed to, and serves that of an empty log', async () => {
    const { model, served } = newModel();
    await expectRefused(served);
    model.beginBuild(0n);
    await model.commit(undefined, 0n, []);
    expect(await served.progress()).toEqual({ position: 0n, stale: undefined });
    expect(await served.get('dishes', 'soup')).toBeUndefined();
  });

  test('refuses a model until it is built, while its runner can read it', async () => {
    const { model, served } = newModel();
    model.beginBuild(90n);
    await model.commit(undefined, 9n, [soup]);
    await expectRefused(served);
    expect(await model.position()).toBe(9n);
    await model.commit(9n, 89n, []);
    await expectRefused(served);
    // 100 is more than 90, although not as text.
    await model.commit(89n, 100n, []);
    await expectServed(served, 100n);
  });

  test('refuses a model that was cleared until it is built again, even with fewer events than before', async () => {
    const { model, served } = newModel();
    model.beginBuild(90n);
    await model.commit(undefined, 90n, [soup]);
    await expectServed(served, 90n);
    await model.clear(90n);
    await expectRefused(served);
    expect(await model.resume()).toBeUndefined();
    model.beginBuild(30n);
    await model.commit(undefined, 20n, [soup]);
    await expectRefused(served);
    await model.commit(20n, 30n, []);
    await expectServed(served, 30n);
  });

  test('serves what is built before an event that cannot be folded, and since when it is stale', async () => {
    const { model, served } = newModel();
    model.beginBuild(90n);
    await model.commit(undefined, 40n, [soup]);
    await expectRefused(served);
    await model.markStale(40n, { since, failedEvent: 41n });
    expect(await served.progress()).toEqual({ position: 40n, stale: { since, failedEvent: 41n } });
    expect((await served.get('dishes', 'soup'))?.json).toBe('{"n":1}');
    await model.commit(40n, 50n, []);
    await expectServed(served, 50n);
  });

  test('refuses an empty model that stands before an event that cannot be folded', async () => {
    const { model, served } = newModel();
    model.beginBuild(0n);
    await model.commit(undefined, 0n, []);
    await model.markStale(0n, { since, failedEvent: 1n });
    await expectRefused(served);
    await model.commit(0n, 1n, [soup]);
    await expectServed(served, 1n);
  });

  test('ignores that a model is stale at a position that it has left', async () => {
    const { model, served } = newModel();
    model.beginBuild(90n);
    await model.commit(undefined, 40n, [soup]);
    await model.commit(40n, 50n, []);
    await model.markStale(40n, { since, failedEvent: 41n });
    await expectRefused(served);
    await model.commit(50n, 90n, []);
    await expectServed(served, 90n);
  });

  test('says since when a model is stale, whatever becomes of a generation beside it', async () => {
    const { projection, model, served } = newModel();
    await model.commit(undefined, 4n, [soup]);
    await model.markStale(4n, { since, failedEvent: 5n });
    const beside = store().open({ ...projection, generation: 'next' });
    await beside.commit(undefined, 2n, [soup]);
    await beside.markStale(2n, { since: '2026-11-26T12:00:00.000Z', failedEvent: 3n });
    expect(await served.progress()).toEqual({ position: 4n, stale: { since, failedEvent: 5n } });
  });

  test('serves a paused model without an event that failed', async () => {
    const { model, served } = newModel();
    await model.commit(undefined, 4n, [soup]);
    await model.markStale(4n, { since, failedEvent: undefined });
    expect(await served.progress()).toEqual({ position: 4n, stale: { since, failedEvent: undefined } });
  });

  test('serves a rebuilt generation from where the replaced one was', async () => {
    const { projection, model, served } = newModel();
    model.beginBuild(4n);
    await model.commit(undefined, 4n, [soup]);
    await expectServed(served, 4n);
    const rebuilt = { ...projection, generation: 'next' };
    const beside = store().open(rebuilt);
    beside.beginBuild(90n);
    await beside.commit(undefined, 2n, []);
    await beside.markStale(2n, { since, failedEvent: 3n });
    await expectServed(served, 4n);
    await beside.commit(2n, 4n, [soup]);
    expect(await store().switchTo(rebuilt)).toBe(true);
    await expectServed(served, 4n);
  });
};
