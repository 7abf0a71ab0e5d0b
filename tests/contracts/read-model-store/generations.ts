import { expect, test } from 'vitest';
import {
  GenerationReplaced,
  type ProjectionKey,
  type ReadModel,
  type ReadModelStore,
  type Write,
} from '../../../projections/read-models/read-model-store.ts';

const put = (id: string, position: bigint): Write => ({
  ...{ kind: 'put', collection: 'dishes', id, position },
  value: { id },
});
const entry = (member: string): Write => ({ kind: 'index', index: 'newest', member, score: 1 });

/** Two generations of one projection, which differ in one document and one index entry. */
async function openBoth(store: ReadModelStore, projection: ProjectionKey) {
  const [live, next] = [store.open(projection), store.open({ ...projection, generation: 'g1' })];
  await live.commit(undefined, 1n, [put('soup', 1n), put('ghost', 1n), entry('ghost')]);
  await next.commit(undefined, 1n, [put('soup', 1n)]);
  return { live, next, switchOver: () => store.switchTo({ ...projection, generation: 'g1' }) };
}

async function shownBy(model: ReadModel) {
  const [soup, ghost] = await model.getMany('dishes', ['soup', 'ghost']);
  const [score] = await model.scores('newest', ['ghost']);
  const listed = await model.range('newest', { direction: 'ascending', limit: 10 });
  const found = new Set<string>();
  for await (const parts of model.contents.parts()) for (const { name } of parts) found.add(name);
  return { soup: soup?.json, ghost: ghost?.json, score, listed: listed.length, parts: [...found].sort() };
}

const withGhost = { soup: '{"id":"soup"}', ghost: '{"id":"ghost"}', score: 1, listed: 1, parts: ['dishes', 'newest'] };
const withoutGhost = { ...withGhost, ghost: undefined, score: undefined, listed: 0, parts: ['dishes'] };

/** As a runner does. */
async function commitToLive(live: ReadModel, next: bigint): Promise<void> {
  const commit = () => live.commit(next - 1n, next, [put(`dish-${next}`, next)]);
  try {
    await commit();
  } catch (error) {
    expect(error).toBeInstanceOf(GenerationReplaced);
    expect(await live.resume()).toMatchObject({ position: next - 1n });
    await commit();
  }
}

export const generationContract = (store: () => ReadModelStore, newProjection: () => ProjectionKey): void => {
  test('are side by side until readers are switched from one to the other', async () => {
    const projection = newProjection();
    const { live, next, switchOver } = await openBoth(store(), projection);
    expect(await store().liveGeneration(projection)).toBeUndefined();
    expect([await shownBy(live), await shownBy(next)]).toEqual([withGhost, withoutGhost]);
    expect(await switchOver()).toBe(true);
    expect(await store().liveGeneration(projection)).toBe('g1');
    expect(await shownBy(live)).toEqual(withoutGhost);
    expect(await switchOver()).toBe(true);
  });

  test('are not switched while one is behind the other', async () => {
    const { live, next, switchOver } = await openBoth(store(), newProjection());
    await live.commit(1n, 2n, []);
    expect(await switchOver()).toBe(false);
    expect(await shownBy(live)).toEqual(withGhost);
    await next.commit(1n, 3n, []);
    expect(await switchOver()).toBe(false);
    await live.commit(2n, 3n, []);
    expect(await switchOver()).toBe(true);
    expect(await shownBy(live)).toEqual(withoutGhost);
  });

  test('are followed by those who commit and who wait', async () => {
    const { live, switchOver } = await openBoth(store(), newProjection());
    const waiting = live.waitFor(2n, 30_000);
    expect(await switchOver()).toBe(true);
    await commitToLive(live, 2n);
    expect(await waiting).toBe(true);
    await commitToLive(live, 3n);
    expect(await live.get('dishes', 'dish-3')).toMatchObject({ position: 3n });
    expect(await live.position()).toBe(3n);
  });

  test('are removed when they are replaced, and leave the live one as it is', async () => {
    const projection = newProjection();
    const { live, switchOver } = await openBoth(store(), projection);
    await store()
      .open({ ...projection, generation: 'g2' })
      .commit(undefined, 1n, [put('stew', 1n), entry('stew')]);
    await switchOver();
    await store().removeOthers(projection, 'g2');
    expect(await shownBy(live)).toEqual(withoutGhost);
    expect(
      await store()
        .open({ ...projection, generation: 'g2' })
        .get('dishes', 'stew'),
    ).toBeDefined();
    await store().removeOthers(projection, undefined);
    expect(
      await store()
        .open({ ...projection, generation: 'g2' })
        .get('dishes', 'stew'),
    ).toBeUndefined();
    await commitToLive(live, 2n);
    expect(await shownBy(live)).toEqual(withoutGhost);
  });
};
