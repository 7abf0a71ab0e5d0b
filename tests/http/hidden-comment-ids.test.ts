/** The id of a hidden comment, which its author deletes and sends again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { type ModeratedSite, openModeratedSite } from '../support/moderated-site.ts';

let site: ModeratedSite;
beforeAll(async () => {
  site = await openModeratedSite();
});
afterAll(() => site.close());

const publish = {
  community: (title: string) => site.publish('ben', title),
  recipes: async (title: string) => {
    const recipe = { type: 'image', title, cuisine: 'Coastal', difficulty: 'Easy', ingredients: [], instructions: [] };
    return (await site.send<Recipe>('ben', 'POST', '/api/recipes', recipe)).id;
  },
};

test.each([
  ['community', 'postComment'],
  ['recipes', 'recipeComment'],
] as const)('cannot be that of a new comment, which moderators could not hide: /%s', async (path, kind) => {
  const id = await publish[path]('Soup');
  const comments = `/api/${path}/${id}/comments`;
  const comment = { id: newId(), text: 'Buy this' };
  await site.send('mia', 'POST', comments, comment);
  await site.decide(`${kind}:${id}:${comment.id}`, 'hide');
  await site.send('mia', 'DELETE', `${comments}/${comment.id}`);
  const again = await site.inject('mia', 'POST', comments, comment);
  expect([again.statusCode, again.json().code]).toEqual([409, 'ID_IN_USE']);
  await site.send('mia', 'POST', comments, { ...comment, id: newId() });
});
