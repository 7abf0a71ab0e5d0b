import { MutationObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Recipe, RecipeCard, RecipeForm } from '../../../server/core/contracts/recipes.ts';
import { sessionOf } from '../../../tests/support/signed-in-page.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { recipeQuery, recipeRevision } from './api.ts';
import { followRecipes } from './follow-recipes.ts';

const listeners = vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  return new Set<(message: LiveMessage) => void>();
});
vi.mock('../../lib/live.ts', () => ({
  isLive: () => true,
  onLive: (listener: (message: LiveMessage) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
}));

const recipe = (id: string, authorId: string, credited = false): Recipe => ({
  id,
  revision: '0',
  type: 'image',
  title: 'Pie',
  author: 'Mia',
  authorId,
  credited,
  cuisine: '',
  createdAt: '2026-10-01T18:40:00.000Z',
  description: '',
  ingredients: [],
  instructions: [],
});

function cardOf({ description, ingredients, instructions, ...card }: Recipe): RecipeCard {
  return card;
}

const push = (message: LiveMessage) => {
  for (const listener of [...listeners]) listener(message);
};
const renamed: LiveMessage = { kind: 'person.changed', position: '1', uid: 'mia', name: 'Mia B.', avatar: null };

const form: RecipeForm = { type: 'image', title: 'Pie', description: '', ingredients: [], instructions: [] };

/** Fetches a recipe, and pushes these messages before each of the server's responses. */
async function fetchDuring(id: string, ...rounds: [response: Recipe | number, ...messages: LiveMessage[]][]) {
  let requests = 0;
  vi.stubGlobal('fetch', async () => {
    const [response = 500, ...messages] = rounds[requests++] ?? [];
    for (const message of messages) push(message);
    return typeof response === 'number'
      ? Response.json({ statusCode: response, code: 'NOT_FOUND', error: '', message: '' }, { status: response })
      : Response.json(response);
  });
  const fetched = await queryClient.fetchQuery({ ...recipeQuery(id), staleTime: 0 }).catch((error) => error);
  expect(requests).toBe(rounds.length);
  return fetched;
}

followRecipes();
beforeEach(() => {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
});

test('shows the new name of an author in their recipes at once, and refetches none', () => {
  const recipes = [recipe('own', 'mia'), recipe('credited', 'mia', true), recipe('other', 'sam')];
  for (const each of recipes) queryClient.setQueryData(recipeQuery(each.id).queryKey, each);
  push(renamed);
  const cached = recipes.map(({ id }) => queryClient.getQueryState(recipeQuery(id).queryKey));
  expect(cached.map((query) => [query?.data?.author, query?.isInvalidated])).toEqual([
    ['Mia B.', false],
    ['Mia', false],
    ['Mia', false],
  ]);
});

test('shows the new name of an author also in a recipe that the server read before', async () => {
  expect(await fetchDuring('read-before', [recipe('read-before', 'mia'), renamed])).toMatchObject({ author: 'Mia B.' });
});

test('fetches a recipe again if it was revised after the server read it', async () => {
  const [old, revised] = [recipe('revised', 'mia'), { ...recipe('revised', 'mia'), revision: '1', title: 'Tart' }];
  const message: LiveMessage = { kind: 'recipe.revised', position: '1', recipe: cardOf(revised) };
  expect(await fetchDuring('revised', [old, message], [revised])).toEqual(revised);
});

test('fetches a recipe once if the server read it as revised', async () => {
  const revised = { ...recipe('read', 'mia'), revision: '1' };
  const message: LiveMessage = { kind: 'recipe.revised', position: '1', recipe: cardOf(revised) };
  expect(await fetchDuring('read', [revised, message])).toEqual(revised);
});

test('does not find a recipe that was withdrawn after the server read it', async () => {
  const withdrawn: LiveMessage = { kind: 'recipe.withdrawn', position: '1', recipeId: 'withdrawn' };
  const found = await fetchDuring('withdrawn', [recipe('withdrawn', 'mia'), withdrawn], [404]);
  expect(found).toMatchObject({ statusCode: 404 });
});

test('does not replace a newer copy by the late response to a revision', async () => {
  const { queryKey } = recipeQuery('late');
  const revisions = ['1', '2'].map((revision) => ({ ...recipe('late', 'mia'), revision }));
  vi.stubGlobal('fetch', async () => Response.json(revisions[0]));
  const save = () => new MutationObserver(queryClient, recipeRevision('late')).mutate({ form, key: 'key' });
  await save();
  expect(queryClient.getQueryData(queryKey)).toEqual(revisions[0]);
  queryClient.setQueryData(queryKey, revisions[1]);
  await save();
  expect(queryClient.getQueryData(queryKey)).toEqual(revisions[1]);
});

test('the next user does not see a recipe that moderators have hidden', () => {
  const notice = { at: '2026-10-01T18:40:00.000Z', reason: 'Spam' };
  queryClient.setQueryData(recipeQuery('hidden').queryKey, { ...recipe('hidden', 'mia'), hidden: notice });
  queryClient.setQueryData(recipeQuery('pie').queryKey, recipe('pie', 'mia'));
  savedSession.set(sessionOf('sam'));
  expect(queryClient.getQueryData(recipeQuery('hidden').queryKey)).toBeUndefined();
  expect(queryClient.getQueryData(recipeQuery('pie').queryKey)).toBeDefined();
});

const withdrawn = (recipeId: string, more = {}): LiveMessage => ({
  ...{ kind: 'recipe.withdrawn', position: '1', recipeId },
  ...more,
});

test('a recipe that moderators have hidden is gone at once, and one that its author has withdrawn is fetched again', () => {
  const keys = ['spam', 'flan'].map((id) => recipeQuery(id).queryKey);
  for (const key of keys) queryClient.setQueryData(key, recipe(String(key.at(-1)), 'mia'));
  push(withdrawn('spam', { isHidden: true }));
  push(withdrawn('flan'));
  expect(keys.map((key) => queryClient.getQueryState(key))).toMatchObject([
    { data: undefined },
    { data: { id: 'flan' }, isInvalidated: true },
  ]);
});

test('an adaptation leads no longer to its withdrawn original, and does not name one that moderators have hidden', () => {
  const key = recipeQuery('adapted').queryKey;
  const basedOn = { recipeId: 'original', title: 'Pie', author: 'Mia' };
  const creditAfter = (message: LiveMessage) => {
    queryClient.setQueryData(key, { ...recipe('adapted', 'sam'), basedOn });
    push(message);
    return queryClient.getQueryData(key)?.basedOn;
  };
  expect(creditAfter(withdrawn('original'))).toEqual({ title: 'Pie', author: 'Mia' });
  expect(creditAfter(withdrawn('original', { isHidden: true }))).toBeUndefined();
  expect(creditAfter(withdrawn('another', { isHidden: true }))).toEqual(basedOn);
});

test.each<LiveMessage>([
  { kind: 'content.restored', position: '1', what: 'recipe', id: 'other' },
  { kind: 'moderation.changed', position: '1' },
])('fetches all recipes again when moderators have decided about some of them: $kind', (message) => {
  const { queryKey } = recipeQuery('restored');
  queryClient.setQueryData(queryKey, recipe('restored', 'mia'));
  push(message);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
