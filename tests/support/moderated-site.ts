/** The whole application, with everything that moderators can hide, written by one author. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HTTPMethods } from 'fastify';
import type { Comment, Post } from '../../server/core/contracts/community.ts';
import type { CasePage, OwnModeration } from '../../server/core/contracts/moderation.ts';
import type { Playlist } from '../../server/core/contracts/playlists.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import type { Subject } from '../../server/core/domain/moderation/events.ts';
import { injectChecked } from './checked-inject.ts';
import { openEmbeddedApp } from './embedded-app.ts';

/** In every text of what is hidden, and in no other. */
export const marker = 'zanzibarish';

/** `mia` writes, `ben` is another member, `kim` an operator and `dee` a moderator. */
export async function openModeratedSite() {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-moderated-'));
  await writeFile(join(folder, 'index.html'), '<html><head><title>Potluck</title></head></html>');
  const embedded = await openEmbeddedApp(folder, ['mia', 'ben', 'ann', 'kim', 'dee'], { live: true });
  const { app } = embedded;
  const inject = (user: string | undefined, method: HTTPMethods, url: string, payload?: object) =>
    injectChecked(app, {
      method,
      url,
      headers: { ...(user !== undefined && { authorization: `Bearer token-${user}` }) },
      ...(payload && { payload }),
    });
  const send = async <Answer>(user: string, method: HTTPMethods, url: string, payload?: object): Promise<Answer> => {
    const { statusCode, body } = await inject(user, method, url, payload);
    if (statusCode >= 300) throw new Error(`${method} ${url}: ${statusCode} ${body}`);
    return JSON.parse(body || 'null');
  };
  await embedded.makeOperator('kim');
  await send('kim', 'PUT', '/api/staff/dee/roles/moderator');

  const decide = (caseId: string, decision: string, reason = 'Against the rules', others: object = {}) =>
    send<null>('dee', 'POST', `/api/moderation/cases/${caseId}/decisions`, { decision, reason, ...others });

  const publish = async (user: string, title = 'Rye bread'): Promise<string> =>
    (await send<Post>(user, 'POST', '/api/community', { title, type: 'text', content: 'Dense' })).id;
  /** What is hidden of the user, as they read it. */
  const own = (user: string) => send<OwnModeration>(user, 'GET', '/api/users/moderation');
  const appeal = (user: string, caseId: string, text = 'It is bread') =>
    inject(user, 'POST', '/api/appeals', { caseId, text });

  const report = (user: string, id: string, form: object = {}) =>
    inject(user, 'POST', '/api/reports', { kind: 'post', id, reason: 'spam', ...form });
  const queue = async (show = 'newest'): Promise<CasePage['items']> =>
    (await inject('dee', 'GET', `/api/moderation/cases?show=${show}`)).json<CasePage>().items;
  const caseOf = async (id: string, show?: string) => (await queue(show)).find((one) => one.id === id);

  return {
    ...{ app, inject, send, decide, publish, own, appeal, report, queue, caseOf },
    close: async () => {
      await embedded.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type ModeratedSite = Awaited<ReturnType<typeof openModeratedSite>>;

/** One of everything that can be hidden, by `mia`, on and among things of `ben` that stay. */
export async function writeEverything({ send }: Pick<ModeratedSite, 'send'>) {
  const text = { type: 'text', content: `Slow #${marker}tag ${'and steady '.repeat(100)}` };
  const recipe = (user: string, title: string, description: string) =>
    send<Recipe>(user, 'POST', '/api/recipes', {
      ...{ type: 'image', title, description, cuisine: 'Coastal', difficulty: 'Easy' },
      ingredients: [{ name: `${description} root` }],
      instructions: [`Peel the ${description} root`],
    });
  const others = {
    post: await send<Post>('ben', 'POST', '/api/community', { title: 'Bread', type: 'text', content: 'Risen' }),
    recipe: await recipe('ben', 'Leek soup', 'leek'),
    secondRecipe: await recipe('ben', 'Onion soup', 'onion'),
  };
  const post = await send<Post>('mia', 'POST', '/api/community', { title: `${marker} post`, ...text });
  const hiddenRecipe = await recipe('mia', `${marker} soup`, marker);
  const revised = { type: 'image', title: `${marker} soup`, description: `Better ${marker}`, cuisine: 'Coastal' };
  await send('mia', 'PUT', `/api/recipes/${hiddenRecipe.id}`, {
    ...revised,
    ingredients: [{ name: `${marker} root` }],
  });
  const on = (path: string) => send<Comment>('mia', 'POST', `${path}/comments`, { text: `${marker} remark` });
  const postComment = await on(`/api/community/${others.post.id}`);
  const recipeComment = await on(`/api/recipes/${others.recipe.id}`);
  for (const path of [`/api/community/${others.post.id}`, `/api/recipes/${others.recipe.id}`]) {
    await send('ben', 'POST', `${path}/comments`, { text: 'A later one' });
    await send('ben', 'POST', `${path}/like`);
  }
  const about = (path: string) => send<Comment>('ben', 'POST', `${path}/comments`, { text: `About the ${marker}` });
  const commentOnPost = await about(`/api/community/${post.id}`);
  const commentOnRecipe = await about(`/api/recipes/${hiddenRecipe.id}`);
  const contents = (...recipes: Recipe[]) => recipes.map(({ id }) => ({ id }));
  const adapted = { type: 'image', title: 'Milder broth', basedOn: hiddenRecipe.id };
  const adaptation = await send<Recipe>('ben', 'POST', '/api/recipes', adapted);
  const playlist = await send<Playlist>('mia', 'POST', '/api/playlists', {
    ...{ name: `${marker} list`, description: `All ${marker}` },
    recipes: contents(others.recipe),
  });
  const otherPlaylist = await send<Playlist>('ben', 'POST', '/api/playlists', {
    name: 'Soups',
    recipes: contents(others.recipe, hiddenRecipe, others.secondRecipe),
  });
  const subjects = {
    post: { kind: 'post', id: post.id },
    recipe: { kind: 'recipe', id: hiddenRecipe.id },
    playlist: { kind: 'playlist', id: playlist.id },
    postComment: { kind: 'postComment', id: others.post.id, commentId: postComment.id },
    recipeComment: { kind: 'recipeComment', id: others.recipe.id, commentId: recipeComment.id },
  } as const satisfies Record<string, Subject>;
  return {
    others,
    adaptation,
    post,
    commentOnPost,
    recipe: hiddenRecipe,
    commentOnRecipe,
    playlist,
    otherPlaylist,
    subjects,
  };
}
