import { expect, test } from 'vitest';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { RecipeSearch } from './recipe-search.ts';

const soup = { title: 'Leek soup', cuisine: 'French', description: 'Green', ingredients: [{ name: 'Potatoes' }] };

test('every node searches the whole log up to the awaited position, even if it starts later', async () => {
  const log = new MemoryEventLog();
  const node = () => new RecipeSearch(log, new QuietLogger());
  const [first, second] = [node(), node()];
  first.start();
  log.append('recipe-soup', 'RecipePublished', soup, 'mia');
  const published = log.append('recipe-stew', 'RecipePublished', { ...soup, title: 'Stew' }, 'mia');
  second.start();
  for (const each of [first, second]) {
    expect(await each.waitFor(published, 2_000)).toBe(true);
    // Not the projection of its snapshots, which holds documents.
    expect(each.status()).toMatchObject([{ name: 'recipe-index' }]);
    expect(each.projection.name).toBe('recipe-search');
    expect(each.find('potatoes')).toEqual(['stew', 'soup']);
  }

  log.append('recipe-stew', 'RecipeWithdrawn', {}, 'mia');
  const revised = log.append('recipe-soup', 'RecipeRevised', { ...soup, title: 'Broth' }, 'mia');
  for (const each of [first, second]) {
    expect(await each.waitFor(revised, 2_000)).toBe(true);
    expect([each.find('potatoes'), each.find('leek'), each.find('bro')]).toEqual([['soup'], [], ['soup']]);
    await each.stop();
  }
});

test('finds nothing and reports no status when it is never started', async () => {
  const log = new MemoryEventLog();
  log.append('recipe-soup', 'RecipePublished', soup, 'mia');
  const idle = new RecipeSearch(log, new QuietLogger());
  expect([idle.status(), await idle.waitUntilCaughtUp(10), idle.find('leek')]).toEqual([[], false, []]);
  await idle.stop();
});
