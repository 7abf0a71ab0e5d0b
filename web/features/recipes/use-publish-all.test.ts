/** The recipes of a file, published one after another. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
import type { RecipeForm } from '../../../server/core/contracts/recipes.ts';
import { runHooks } from '../../../tests/support/run-hooks.ts';
import { stubBrowser } from '../../../tests/support/signed-in-page.ts';
import { ApiError } from '../../lib/api-client.ts';
import { toEntries, usePublishAll } from './use-publish-all.ts';

interface Sent {
  form: RecipeForm;
  key: string;
}
const server = vi.hoisted((): { publish: (sent: Sent) => Promise<void> } => ({ publish: async () => undefined }));
vi.mock('./api.ts', () => ({ usePublishRecipe: () => ({ mutateAsync: (sent: Sent) => server.publish(sent) }) }));

const recipe = (title: string, imageUrl = ''): ImportedRecipe => ({
  ...{ type: 'image', source: 'text', title, author: '', imageUrl, ingredients: [], instructions: [] },
});
const refusal = (statusCode: number, more: { field?: string } = {}, retryAfterMs?: number) =>
  new ApiError({ statusCode, code: 'REFUSED', message: 'No', ...more }, { retryAfterMs });

let sent: Sent[];
beforeEach(() => {
  stubBrowser();
  sent = [];
});

/** @param respond called with the number of requests before */
async function open(respond: (before: number) => Error | undefined) {
  server.publish = async (request) => {
    const before = sent.push(request) - 1;
    const error = respond(before);
    if (error) throw error;
  };
  const hooks = await runHooks(() => usePublishAll());
  const titles = () => sent.map(({ form }) => form.title);
  const until = (status: string) => vi.waitFor(() => expect(hooks.current.state.status).toBe(status));
  return { hooks, titles, until };
}

test('a recipe whose picture has gone is published without it, and named', async () => {
  const { hooks, titles, until } = await open((before) =>
    before === 0 ? refusal(422, { field: 'imageUrl' }) : undefined,
  );
  await hooks.current.publishAll(toEntries([recipe('Pie', 'https://gone.example/pie.jpg'), recipe('Soup')]));
  await until('done');
  expect([titles(), hooks.current.withoutPicture]).toEqual([['Pie', 'Pie', 'Soup'], ['Pie']]);
  expect(sent.map(({ form }) => form.imageUrl)).toEqual(['https://gone.example/pie.jpg', undefined, undefined]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
});

test('after a failure, those that are left are published under their keys, and no other one', async () => {
  const { hooks, titles, until } = await open((before) => (before === 1 ? refusal(500) : undefined));
  const entries = toEntries([recipe('Pie'), recipe('Soup'), recipe('Tart')]);
  await hooks.current.publishAll(entries);
  await until('failed');
  await hooks.current.publishAll(entries);
  await until('done');
  expect(titles()).toEqual(['Pie', 'Soup', 'Soup', 'Tart']);
  expect(sent[1]?.key).toBe(sent[2]?.key);
});

test('waits as long as the server asks for, if that is a minute at most', async () => {
  const { hooks, titles, until } = await open((before) =>
    before < 2 ? refusal(429, {}, before === 0 ? 1 : 600_000) : undefined,
  );
  await hooks.current.publishAll(toEntries([recipe('Pie')]));
  await until('failed');
  expect(titles()).toEqual(['Pie', 'Pie']);
});
