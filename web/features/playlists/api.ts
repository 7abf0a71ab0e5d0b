import { queryOptions } from '@tanstack/react-query';
import type { Playlist, PlaylistEdit, PlaylistForm, PlaylistPage } from '../../../server/core/contracts/playlists.ts';
import type { RecipePage } from '../../../server/core/contracts/recipes.ts';
import { ApiError, api, type ReadOptions } from '../../lib/api-client.ts';
import type { SendWrite } from '../../lib/api-response.ts';
import { failureText } from '../../lib/failure-text.ts';
import { onLive } from '../../lib/live.ts';
import { fetchWhileBuffering } from '../../lib/sync/fetch-while-buffering.ts';
import { syncedPages } from '../../lib/sync/synced-pages.ts';
import { addedPlaylist, foldPlaylist, type PlaylistList } from './fold-playlist.ts';
import { applyChange, type CachedPlaylist, describeChange, type PlaylistChange } from './playlist-changes.ts';

/** During an upgrade, an older server may respond without a revision. */
const withRevision = (playlist: Playlist): Playlist => ({ ...playlist, revision: playlist.revision ?? null });

async function fetchPlaylist(ownerId: string, id: string, options?: ReadOptions): Promise<Playlist> {
  const path = `/playlists/${encodeURIComponent(ownerId)}/${encodeURIComponent(id)}`;
  return withRevision((await api.get<Playlist>(path, options)).data);
}

/**
 * Empty if the playlist is deleted or private: a failed query would keep its cached data. Fetches again if it became public
 * meanwhile.
 */
async function fetchIfExists(ownerId: string, id: string, options: ReadOptions): Promise<Playlist[]> {
  const { response, buffered } = await fetchWhileBuffering(onLive, async () => {
    try {
      return [await fetchPlaylist(ownerId, id, options)];
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return [];
      throw error;
    }
  });
  const hasChanged = buffered.some((message) => message.kind === 'playlist.changed' && message.playlist.id === id);
  return response.length === 0 && hasChanged ? fetchIfExists(ownerId, id, options) : response;
}

/** The key of all cached lists. */
export const playlistListsKey = ['playlists', 'lists'];

const failureTexts: Record<PlaylistChange['kind'], string> = {
  like: 'Failed to like playlist',
  addRecipe: 'Failed to add recipe',
  removeRecipe: 'Failed to remove recipe',
  delete: 'Failed to delete playlist',
};

/** The user's own playlists, the public ones, and for each playlist screen a list of one, with all its recipes. */
export const playlists = syncedPages<CachedPlaylist, PlaylistChange, PlaylistList>({
  queryKey: playlistListsKey,
  pageSize: 20,
  maxPages: 1,
  showsNewAtOnce: true,
  fetchPage: async ([reader, list, ownerId, id], { limit, cursor, signal }) => {
    if (list === 'one') return { items: await fetchIfExists(ownerId, id, { signal }), nextCursor: null };
    const path = `/playlists/${list === 'own' ? encodeURIComponent(reader) : 'public'}`;
    const query = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
    const { data } = await api.get<PlaylistPage>(`${path}?${query}`, { signal });
    return { ...data, items: data.items.map(withRevision) };
  },
  fetchOne: ({ ownerId, id }) => fetchPlaylist(ownerId, id),
  fold: foldPlaylist,
  addedDocument: addedPlaylist,
  apply: applyChange,
  send: async ([reader, id], change, write) => (await sendChange(reader, `/playlists/${id}`, change, write)).revision,
  describe: (_, change, playlist) => describeChange(change, playlist),
  explain: (_, { kind }, error) => failureText(error, failureTexts[kind]),
});

function sendChange(reader: string, path: string, change: PlaylistChange, write: SendWrite) {
  switch (change.kind) {
    case 'like':
      return write('POST', `${path}/like`, { userId: reader, liked: change.liked });
    case 'addRecipe':
      return write('POST', `${path}/recipes`, { recipeId: change.recipe.id });
    case 'removeRecipe':
      return write('DELETE', `${path}/recipes/${change.recipeId}`);
    case 'delete':
      return write('DELETE', path);
  }
}

interface Sent<Form> {
  readonly form: Form;
  /** The idempotency key. */
  readonly key: string;
}

export async function createPlaylist(uid: string, { form, key }: Sent<PlaylistForm>): Promise<void> {
  const content: PlaylistForm = { ...form, id: key, userId: uid };
  const { data } = await api.send<Playlist>('POST', '/playlists', content, { idempotencyKey: key });
  playlists.add(withRevision(data), uid, 'own');
}

/** Resolves when the cached playlist includes the edit. */
export async function editPlaylist({ ownerId, id }: Playlist, { form, key }: Sent<PlaylistEdit>): Promise<void> {
  const { revision } = await api.send<Playlist>('PATCH', `/playlists/${id}`, form, { idempotencyKey: key });
  await playlists.waitForRevision([ownerId, id], revision);
}

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['playlists', 'search', text],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<RecipePage>(`/recipes/search?${new URLSearchParams({ q: text })}`, { signal });
      return data.items;
    },
    enabled: text !== '',
    retry: false,
  });
