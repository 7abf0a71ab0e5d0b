import { MutationObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { RecipeForm } from '../../../server/core/contracts/recipes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { recipePublication, recipeQuery } from './api.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

const form: RecipeForm = { type: 'image', title: 'Pie', description: '', ingredients: [], instructions: [] };

test('replaces a recorded recipe as its author has seen it, and the next time also what they wrote elsewhere', async () => {
  const requests: unknown[] = [];
  const refusal = { statusCode: 409, code: 'RECIPE_CHANGED_MEANWHILE', error: 'Conflict', message: 'Revised' };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json({ ...form, id: 'pie', revision: '4' });
    requests.push([method, path, JSON.parse(String(body)).revision]);
    return requests.length === 1
      ? Response.json(refusal, { status: 409 })
      : Response.json({ ...form, id: 'pie', revision: '5' });
  });
  let seen: string | undefined;
  const publication = new MutationObserver(
    queryClient,
    recipePublication((revision) => {
      seen = revision;
    }),
  );
  const sent = { form, key: 'pie', isRecorded: true };
  await expect(publication.mutate(sent)).rejects.toThrow('Revised');
  await publication.mutate({ ...sent, revision: seen });
  expect(requests).toEqual([
    ['PUT', '/api/recipes/pie', '0'],
    ['PUT', '/api/recipes/pie', '4'],
  ]);
});

test('a published adaptation makes its original be fetched again, which has one more', async () => {
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('fetch', async () => Response.json({ ...form, id: 'tart', revision: '0' }));
  const { queryKey } = recipeQuery('original');
  queryClient.setQueryData(queryKey, JSON.parse('{"id":"original"}'));
  const publication = new MutationObserver(queryClient, recipePublication());
  await publication.mutate({ form, key: 'tart', basedOn: 'original' });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
