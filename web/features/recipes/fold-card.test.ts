import { expect, test } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { foldCard, withRevision } from './fold-card.ts';

const ramen: RecipeCard = {
  id: 'ramen',
  revision: '9',
  type: 'image',
  title: 'Ramen',
  author: 'Mia',
  authorId: 'mia',
  credited: false,
  cuisine: '',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const revised = (change: Partial<RecipeCard>): LiveMessage => ({
  kind: 'recipe.revised',
  position: '1',
  recipe: { ...ramen, title: 'Shoyu ramen', ...change },
});

test('a revised card replaces an older one, but not a newer one', () => {
  const next = revised({ revision: '10' });
  expect(foldCard(ramen, next)).toEqual({ ...ramen, revision: '10', title: 'Shoyu ramen' });
  for (const revision of ['10', '11']) {
    const card = { ...ramen, revision };
    expect(foldCard(card, next)).toBe(card);
  }
  expect(foldCard(ramen, revised({ id: 'pie', revision: '10' }))).toBe(ramen);
});

test('a pushed card without a revision, from an older server, is fetched', () => {
  const { revision: _, ...older }: Partial<RecipeCard> = ramen;
  const message: LiveMessage = JSON.parse(JSON.stringify({ kind: 'recipe.revised', position: '1', recipe: older }));
  expect(foldCard(ramen, message)).toBe('gap');
  const fetched = withRevision(JSON.parse(JSON.stringify(older)));
  expect(foldCard(fetched, revised({ revision: '0' }))).toMatchObject({ revision: '0' });
});

test('a withdrawn recipe is removed', () => {
  const withdrawn = (recipeId: string): LiveMessage => ({ kind: 'recipe.withdrawn', position: '1', recipeId });
  expect(foldCard(ramen, withdrawn('ramen'))).toBe('gone');
  expect(foldCard(ramen, withdrawn('pie'))).toBe(ramen);
});

test("updates the author's name, unless the recipe credits another author", () => {
  const renamed: LiveMessage = { kind: 'person.changed', position: '1', uid: 'mia', name: 'Maria', avatar: null };
  const after = foldCard(ramen, renamed);
  expect(after).toEqual({ ...ramen, author: 'Maria' });
  for (const other of [
    { ...ramen, credited: true, author: 'Ruth' },
    { ...ramen, authorId: 'noa' },
    { ...ramen, author: 'Maria' },
  ])
    expect(foldCard(other, renamed)).toBe(other);
});
