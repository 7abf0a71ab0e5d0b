/**
 * What a moderator has hidden is in no response to others, whatever they call. The test walks all calls that the OpenAPI
 * document has, so that a new one is included.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import type { Playlist } from '../../server/core/contracts/playlists.ts';
import { caseIdOf } from '../../server/core/domain/moderation/events.ts';
import { type Browser, connectBrowser } from '../support/live.ts';
import { type ModeratedSite, marker, openModeratedSite, writeEverything } from '../support/moderated-site.ts';
import { until } from '../support/until.ts';

let site: ModeratedSite;
let written: Awaited<ReturnType<typeof writeEverything>>;
let addresses: string[];
const browsers: Browser[] = [];

beforeAll(async () => {
  site = await openModeratedSite();
  written = await writeEverything(site);
  addresses = await publicAddresses();
  const address = await site.app.listen({ host: '127.0.0.1', port: 0 });
  for (const token of [undefined, 'token-ben']) browsers.push(await connectBrowser(address, token));
  const { id } = written.others.recipe;
  await Promise.all(browsers.map(({ socket }) => new Promise<void>((done) => socket.emit('watch', [id], done))));
});
afterAll(async () => {
  for (const { socket } of browsers) socket.disconnect();
  await site.close();
});

interface Documented {
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
}

/** Every GET of the API with each id that exists, its queries that find something, and the pages with previews. */
async function publicAddresses(): Promise<string[]> {
  const { paths } = (await site.app.inject('/api/openapi.json')).json<{
    paths: Record<string, { get?: Documented }>;
  }>();
  const { post, recipe, playlist, otherPlaylist, others } = written;
  const recipes = [recipe.id, others.recipe.id, written.adaptation.id];
  const values: Record<string, readonly string[]> = {
    ...{ id: recipes, recipeId: recipes, postId: [post.id, others.post.id] },
    ...{ playlistId: [playlist.id, otherPlaylist.id], userId: ['mia', 'ben'], uid: ['mia', 'ben'] },
    ...{ q: [marker, 'soup', 'mia'], tag: [`${marker}tag`], author: ['mia', 'ben'], cuisine: ['Coastal'] },
  };
  const found: string[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || ['Operators', 'Moderators', 'Service', 'Pictures'].includes(get.tags[0] ?? '')) continue;
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    let filled = [path];
    for (const name of ids) {
      filled = filled.flatMap((one) => (values[name] ?? ['1']).map((value) => one.replace(`{${name}}`, value)));
    }
    const queries = (get.parameters ?? []).flatMap(({ name = '', in: place }) =>
      place === 'query' ? (values[name] ?? []).map((value) => `?${name}=${value}`) : [],
    );
    found.push(...filled.flatMap((one) => ['', ...queries].map((query) => one + query)));
  }
  expect(found).toContain(`/api/recipes/find?q=${marker}`);
  const pages = [`/recipe/${recipe.id}`, `/playlists/mia/${playlist.id}`, `/playlists/ben/${otherPlaylist.id}`];
  return [...found, ...pages, `/community/${post.id}`];
}

/** Of all addresses, by reader. Not the query, which some responses repeat. */
async function readAll(): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const reader of [undefined, 'ben']) {
    for (const address of addresses) {
      const { body, statusCode } = await site.inject(reader, 'GET', address);
      bodies.set(`${reader ?? 'visitor'} ${address}`, `${statusCode} ${body}`);
    }
  }
  return bodies;
}

const showing = (bodies: ReadonlyMap<string, string>): string[] =>
  [...bodies].filter(([, body]) => body.toLowerCase().includes(marker)).map(([address]) => address);

describe('what a moderator has hidden', () => {
  it('is in no response to a visitor or another member, and restored as it was', async () => {
    const before = await readAll();
    const shownBefore = showing(before);
    const { post, recipe, playlist, otherPlaylist, others, subjects } = written;
    for (const address of [
      ...[
        '/api/community',
        `/api/community/${post.id}`,
        `/api/community/${others.post.id}`,
        '/api/community?author=mia',
      ],
      ...[`/api/community?tag=${marker}tag`, `/api/community/${post.id}/comments`, `/api/recipes`],
      ...[`/api/recipes/${recipe.id}`, `/api/recipes/search?q=${marker}`, '/api/recipes/find?q=soup'],
      ...[`/api/recipes/${recipe.id}/reactions`, `/api/recipes/${recipe.id}/comments`, `/recipe/${recipe.id}`],
      ...[`/api/recipes/${others.recipe.id}/reactions`, `/api/recipes/${others.recipe.id}/related`],
      ...[`/api/recipes/${recipe.id}/versions`, '/api/playlists/public', `/api/playlists/mia/${playlist.id}`],
      ...[
        `/api/recipes/${written.adaptation.id}`,
        '/api/playlists/mia',
        `/api/playlists/ben/${otherPlaylist.id}`,
        `/playlists/mia/${playlist.id}`,
      ],
    ]) {
      expect(shownBefore, `finds at ${address} what is not hidden yet`).toContain(`visitor ${address}`);
    }

    expect(shownBefore).toContain('ben /api/notifications');

    for (const subject of Object.values(subjects)) await site.decide(caseIdOf(subject), 'hide');
    const hidden = await readAll();
    expect(showing(hidden)).toEqual([]);
    expect(hidden.get(`ben /api/recipes/${recipe.id}`)).toMatch(/^404/);
    expect(JSON.parse(hidden.get(`visitor /api/recipes/find?q=soup`)?.slice(4) ?? '')).toMatchObject({ total: 2 });

    for (const subject of Object.values(subjects)) await site.decide(caseIdOf(subject), 'restore');
    const restored = await readAll();
    for (const [address, body] of before) expect(restored.get(address), address).toBe(body);
  });

  it('is the same if all that its author has published is hidden in one decision', async () => {
    const before = await readAll();
    const works = caseIdOf({ kind: 'works', id: 'mia' });
    for (const { messages } of browsers) messages.length = 0;
    await site.decide(works, 'hide');
    expect(showing(await readAll())).toEqual([]);
    const { post, recipe, playlist, subjects } = written;
    for (const { messages } of browsers) {
      await until(() => messages.filter(({ kind }) => kind === 'comment.hidden').length === 2);
      expect(JSON.stringify(messages)).not.toContain(marker);
      expect(messages).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'post.deleted', postId: post.id }),
          expect.objectContaining({ kind: 'recipe.withdrawn', recipeId: recipe.id, isHidden: true }),
          expect.objectContaining({ kind: 'playlist.deleted', playlistId: playlist.id }),
        ]),
      );
    }
    await site.decide(caseIdOf(subjects.postComment), 'restore');
    await site.decide(caseIdOf(subjects.postComment), 'hide');
    await site.decide(works, 'restore');
    await site.decide(caseIdOf(subjects.postComment), 'restore');
    const restored = await readAll();
    for (const [address, body] of before) expect(restored.get(address), address).toBe(body);
  });

  it('is in no message, also while its author changes it, and leaves the pages that show it', async () => {
    const { post, recipe, playlist, others, subjects } = written;
    for (const { messages } of browsers) messages.length = 0;
    for (const subject of Object.values(subjects)) await site.decide(caseIdOf(subject), 'hide', 'Nothing to see');
    const text = { title: `${marker} again`, type: 'text', content: marker };
    const stew = { type: 'image', title: `${marker} stew` };
    expect([
      await site.send('mia', 'PUT', `/api/community/${post.id}`, text),
      await site.send('mia', 'PUT', `/api/recipes/${recipe.id}`, stew),
    ]).toMatchObject([
      { title: text.title, hidden: { reason: 'Nothing to see' }, commentCount: 1 },
      { title: stew.title, hidden: { reason: 'Nothing to see' } },
    ]);
    await site.send('mia', 'PATCH', `/api/playlists/${playlist.id}`, { name: `${marker} lists` });
    await site.send('ben', 'POST', `/api/community/${others.post.id}/like`);
    const isLast = ({ kind }: LiveMessage) => kind === 'post.changed';
    for (const { messages } of browsers) await until(() => messages.some(isLast));
    for (const { messages } of browsers) {
      expect(JSON.stringify(messages)).not.toContain(marker);
      expect(messages).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'post.deleted', postId: post.id }),
          expect.objectContaining({ kind: 'recipe.withdrawn', recipeId: recipe.id, isHidden: true }),
          expect.objectContaining({ kind: 'playlist.deleted', playlistId: playlist.id }),
          expect.objectContaining({ kind: 'comment.hidden', of: 'post', commentId: subjects.postComment.commentId }),
          expect.objectContaining({ kind: 'comment.hidden', of: 'recipe', count: 1 }),
        ]),
      );
    }
    expect(showing(await readAll())).toEqual([]);
    await site.decide(caseIdOf(subjects.recipe), 'restore');
    const found = await site.inject(undefined, 'GET', '/api/recipes/search?q=stew');
    expect(found.json().items).toMatchObject([{ id: recipe.id, title: `${marker} stew` }]);
    for (const { messages } of browsers) {
      await until(() => messages.some(({ kind }) => kind === 'content.restored'));
    }
    await site.decide(caseIdOf(subjects.recipe), 'hide');
  });

  it('is read by its author, with the reason, and by nobody else', async () => {
    const { post, recipe, playlist, subjects } = written;
    const paths = [`/api/community/${post.id}`, `/api/recipes/${recipe.id}`, `/api/playlists/mia/${playlist.id}`];
    for (const path of paths) {
      const own = await site.inject('mia', 'GET', path);
      expect(own.json(), path).toMatchObject({ hidden: { reason: expect.stringMatching(/Nothing|rules/) } });
      for (const other of ['ben', 'dee', undefined]) {
        expect((await site.inject(other, 'GET', path)).statusCode, `${path} ${other}`).toBe(404);
      }
    }
    const own = (await site.inject('mia', 'GET', '/api/users/moderation')).json();
    expect(own.hidden.map(({ kind }: { kind: string }) => kind).sort()).toEqual(Object.keys(subjects).sort());
  });

  it('cannot be liked, commented on or reported', async () => {
    const { post, recipe, playlist, others, subjects } = written;
    const { postComment } = subjects;
    const calls: [string, object?][] = [
      [`/api/community/${post.id}/like`],
      [`/api/community/${post.id}/comments`, { text: 'Why?' }],
      [`/api/community/${others.post.id}/comments/${postComment.commentId}/like`],
      [`/api/community/${others.post.id}/comments`, { text: 'Why?', replyTo: postComment.commentId }],
      [`/api/recipes/${recipe.id}/like`],
      [`/api/recipes/${recipe.id}/comments`, { text: 'Why?' }],
      [`/api/playlists/${playlist.id}/like`],
      ['/api/reports', { kind: 'post', id: post.id, reason: 'spam' }],
    ];
    for (const [path, body] of calls) {
      expect((await site.inject('ben', 'POST', path, body)).statusCode, path).toBe(404);
    }
    // Nobody reads the comments on it either.
    for (const about of [
      { kind: 'postComment', id: post.id, commentId: written.commentOnPost.id },
      { kind: 'recipeComment', id: recipe.id, commentId: written.commentOnRecipe.id },
    ]) {
      const reported = await site.inject('ann', 'POST', '/api/reports', { ...about, reason: 'spam' });
      expect(reported.statusCode, about.kind).toBe(404);
    }
  });

  it('stays in a playlist that its owner saves as they see it', async () => {
    const { otherPlaylist, others, recipe, subjects } = written;
    const path = `/api/playlists/ben/${otherPlaylist.id}`;
    const seen = (await site.inject('ben', 'GET', path)).json<Playlist>();
    expect(seen.recipes.map(({ id }) => id)).toEqual([others.recipe.id, others.secondRecipe.id]);
    const saved = await site.send<Playlist>('ben', 'PATCH', `/api/playlists/${otherPlaylist.id}`, {
      ...{ name: 'Soups again', recipes: seen.recipes.map(({ id }) => ({ id })) },
    });
    expect(saved).toMatchObject({ name: 'Soups again', recipes: seen.recipes });
    await site.decide(caseIdOf(subjects.recipe), 'restore');
    const restored = (await site.inject(undefined, 'GET', path)).json<Playlist>();
    expect(restored.recipes.map(({ id }) => id)).toEqual([others.recipe.id, recipe.id, others.secondRecipe.id]);
    await site.decide(caseIdOf(subjects.recipe), 'hide');
  });

  it('stays in a playlist that its owner has begun to edit before it is restored', async () => {
    const { otherPlaylist, others, recipe, subjects } = written;
    const path = `/api/playlists/ben/${otherPlaylist.id}`;
    const shown = (await site.inject('ben', 'GET', path)).json<Playlist>().recipes.map(({ id }) => ({ id }));
    await site.decide(caseIdOf(subjects.recipe), 'restore');
    const saved = await site.send<Playlist>('ben', 'PATCH', `/api/playlists/${otherPlaylist.id}`, {
      ...{ shownRecipes: shown, recipes: [{ id: others.recipe.id }] },
    });
    expect(saved.recipes.map(({ id }) => id)).toEqual([others.recipe.id, recipe.id]);
    expect((await site.inject('ben', 'GET', path)).json<Playlist>().recipes).toEqual(saved.recipes);
    await site.decide(caseIdOf(subjects.recipe), 'hide');
  });

  it('is deleted by its author for good', async () => {
    const { post, subjects, others } = written;
    const { id, commentId } = subjects.postComment;
    await site.send('mia', 'DELETE', `/api/community/${id}/comments/${commentId}`);
    await site.send('mia', 'DELETE', `/api/community/${post.id}`);
    for (const subject of [subjects.postComment, subjects.post]) await site.decide(caseIdOf(subject), 'restore');
    expect((await site.inject('mia', 'GET', `/api/community/${post.id}`)).statusCode).toBe(404);
    const shown = (await site.inject(undefined, 'GET', `/api/community/${others.post.id}`)).json();
    expect(shown).toMatchObject({ commentCount: 1, comments: [{ text: 'A later one' }] });
  });
});
