import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { playlistsProjection } from '../../projections/definitions/playlists.ts';
import { profilesProjection } from '../../projections/definitions/profiles.ts';
import { recipesProjection } from '../../projections/definitions/recipes.ts';
import { playlistsModel } from '../../projections/definitions/stored-playlists.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { Write } from '../../projections/read-models/read-model-store.ts';
import { newId } from '../../server/commands/ids.ts';
import type { Playlist } from '../../server/core/contracts/playlists.ts';
import { playlistRoutes } from '../../server/http/features/playlists/routes.ts';
import type { Routes } from '../../server/http/requests/typed.ts';
import { registerErrors } from '../../server/http/responses/errors.ts';
import { createAuthors } from '../../server/http/writing/authors.ts';

/** Indexes and documents are read one after the other: in Redis, a change may be committed in between. */
describe('a playlist that its owner hides during a read', () => {
  const nothingRead = { read: () => Promise.reject(new Error('Nothing is read from the log here')) };
  const commands = {
    handle: () => Promise.reject(new Error('Nothing is written here')),
    assertNotRefused: () => Promise.reject(new Error('Nothing is written here')),
    underKey: () => Promise.reject(new Error('Nothing is written here')),
    ...nothingRead,
    at: () => nothingRead,
    forgetStreams: () => {},
  };

  /** Opens routes over playlists that are all still in the public indexes. */
  async function openRoutes(reader: string, playlists: readonly { id: string; isPrivate: boolean }[]) {
    const store = new MemoryReadModels();
    const model = store.open(playlistsProjection);
    const writes = playlists.flatMap(({ id, isPrivate }, n): Write[] => [
      {
        kind: 'put',
        collection: playlistsModel.playlists,
        id,
        value: { id, name: '"isPrivate":false', isPrivate, ownerId: 'mia', description: '"ownerId":"sam"' },
        position: 1n,
      },
      ...[playlistsModel.public, playlistsModel.publicOwnedBy('mia'), playlistsModel.ownedBy('mia')].map(
        (index): Write => ({ kind: 'index', index, member: id, score: n }),
      ),
    ]);
    await model.commit(undefined, 1n, writes);
    const app: Routes = Fastify();
    registerErrors(app);
    const authenticate = (request: { user: unknown }, _reply: unknown, done: () => void) => {
      request.user = reader === 'visitor' ? null : { uid: reader, expiresAt: Number.MAX_SAFE_INTEGER, signedInAt: 0 };
      done();
    };
    app.decorateRequest('user', null);
    playlistRoutes(app, {
      commands,
      playlists: model,
      recipes: store.open(recipesProjection),
      authors: createAuthors(commands, store.open(profilesProjection)),
      authentication: { optional: authenticate, required: () => authenticate },
    });
    const get = async (url: string) => (await app.inject(url)).json();
    return {
      idsAt: async (url: string) => (await get(url)).items.map(({ id }: Playlist) => id),
      statusOf: async (url: string) => (await app.inject(url)).statusCode,
    };
  }

  const [hidden, visible] = [
    { id: newId(), isPrivate: true },
    { id: newId(), isPrivate: false },
  ];

  it.each(['visitor', 'sam'])('is not shown to other users: %s', async (reader) => {
    const { idsAt, statusOf } = await openRoutes(reader, [hidden, visible]);
    expect(await idsAt('/playlists/public')).toEqual([visible.id]);
    expect(await idsAt('/playlists/mia')).toEqual([visible.id]);
    expect(await statusOf(`/playlists/mia/${hidden.id}`)).toBe(404);
    expect(await statusOf(`/playlists/mia/${visible.id}`)).toBe(200);
    expect(await statusOf(`/playlists/sam/${visible.id}`)).toBe(404);
  });

  it('is shown to its owner', async () => {
    const { idsAt, statusOf } = await openRoutes('mia', [hidden, visible]);
    expect(await idsAt('/playlists/mia')).toEqual([visible.id, hidden.id]);
    expect(await statusOf(`/playlists/mia/${hidden.id}`)).toBe(200);
  });
});
