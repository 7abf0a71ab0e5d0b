import { queryOptions, useMutation } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Playlist, PlaylistChange, PlaylistForm, PlaylistPage } from '../../../server/core/contracts/playlists.ts';
import type { RecipePage } from '../../../server/core/contracts/recipes.ts';
import type { LikeAnswer } from '../../../server/core/contracts/shared.ts';
import { useNotice } from '../../components/notice.tsx';
import { api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { foldInto } from '../../lib/fold-live.ts';
import { onLive } from '../../lib/live.ts';
import { usePendingRequests } from '../../lib/pending-changes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { fetchWhileBuffering } from '../../lib/sync/fetch-while-buffering.ts';
import {
  foldShelf,
  type Reading,
  readFromTop,
  type Shelf,
  type ShelfOf,
  withLike,
  withNew,
  withNextPage,
  without,
  withoutRecipe,
  withRevised,
} from './playlist-cache.ts';

const pageSize = 20;
/** The most that the API gives at once. */
const largestPage = 50;

/** Each reader has shelves of his own, as they tell what he likes; null reads as a visitor. */
export type Reader = string | null;

const allShelves = ['playlists', 'shelf'] as const;
const ownKey = (uid: string) => [...allShelves, 'own', uid] as const;
const publicKey = (reader: Reader) => [...allShelves, 'others', reader, 'public'] as const;
const oneKey = (reader: Reader, id: string) => [...allShelves, 'others', reader, 'one', id] as const;

async function readPage(path: string, limit: number, cursor: string | null, signal?: AbortSignal): Promise<Reading> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
  const { data, position } = await api.get<PlaylistPage>(`/playlists/${path}?${query}`, { signal });
  return { ...data, position };
}

/** As many as are shown, as far as one page goes; below, reading on brings it. */
const readTop = (path: string, shown: Shelf | undefined, signal: AbortSignal): Promise<Reading> =>
  readPage(path, Math.min(Math.max(shown?.playlists.length ?? 0, pageSize), largestPage), null, signal);

type ShelfKey = ReturnType<typeof ownKey> | ReturnType<typeof publicKey> | ReturnType<typeof oneKey>;

/** @param path where pages of it are read */
const shelfQuery = (queryKey: ShelfKey, read: (shown: Shelf | undefined, signal: AbortSignal) => Promise<Reading>) =>
  queryOptions<Shelf, Error, Shelf, ShelfKey>({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Shelf> => {
      const { answer, buffered } = await fetchWhileBuffering(onLive, () => read(client.getQueryData(queryKey), signal));
      // What live messages told meanwhile is in the cache by now, if there was anything in it.
      return withBuffered(readFromTop(answer, client.getQueryData(queryKey)), buffered, queryKey);
    },
    structuralSharing: false,
  });

const kindOf = (key: ShelfKey) => (key[2] === 'own' ? 'own' : key[4]);

const withBuffered = (shelf: Shelf, buffered: readonly LiveMessage[], key: ShelfKey): Shelf =>
  buffered.reduce((folded, message) => foldShelf(folded, message, { reader: key[3], kind: kindOf(key) }), shelf);

export const ownQuery = (uid: string) =>
  shelfQuery(ownKey(uid), (shown, signal) => readTop(encodeURIComponent(uid), shown, signal));

export const publicQuery = (reader: Reader) =>
  shelfQuery(publicKey(reader), (shown, signal) => readTop('public', shown, signal));

/** A shelf with one playlist; until it is read, as another shelf of the reader has it. */
export const oneQuery = (reader: Reader, ownerId: string, id: string) => ({
  ...shelfQuery(oneKey(reader, id), async (_, signal) => {
    const path = `/playlists/${encodeURIComponent(ownerId)}/${encodeURIComponent(id)}`;
    const { data, position } = await api.get<Playlist>(path, { signal });
    return { items: [data], nextCursor: null, position };
  }),
  placeholderData: () => onAnotherShelf(reader, id),
});

/** By the shelf that they are from. With a new placeholder at each render, React would render without end. */
const placeholders = new WeakMap<Shelf, Map<string, Shelf | undefined>>();

function onAnotherShelf(reader: Reader, id: string): Shelf | undefined {
  for (const key of [ownKey(reader ?? ''), publicKey(reader)]) {
    const shelf = queryClient.getQueryData<Shelf>(key);
    const alone = shelf && onlyOf(shelf, id);
    if (alone) return alone;
  }
  return undefined;
}

function onlyOf(shelf: Shelf, id: string): Shelf | undefined {
  const known = placeholders.get(shelf) ?? new Map<string, Shelf | undefined>();
  placeholders.set(shelf, known);
  if (!known.has(id)) {
    const playlists = shelf.playlists.filter(({ playlist }) => playlist.id === id);
    known.set(id, playlists.length > 0 ? { ...shelf, playlists, nextCursor: null } : undefined);
  }
  return known.get(id);
}

/** What a message tells, in all shelves of whoever reads here. */
export function foldMessage(message: LiveMessage, reader: Reader): void {
  const foldIn = (queryKey: readonly unknown[], kind: ShelfOf['kind']) =>
    foldInto<Shelf>(queryKey, (shelf) => foldShelf(shelf, message, { reader, kind }));
  foldIn([...allShelves, 'own', reader], 'own');
  foldIn(publicKey(reader), 'public');
  foldIn([...allShelves, 'others', reader, 'one'], 'one');
  renew(message, reader);
}

/** A message to everybody brings a playlist's card: where all recipes are shown, they are read again. */
function renew(message: LiveMessage, reader: Reader): void {
  if (message.kind === 'playlist.changed') {
    const { id, ownerId, recipeCount } = message.playlist;
    if (recipeCount === undefined || ownerId === reader) return;
    queryClient.invalidateQueries({ queryKey: oneKey(reader, id) }).catch(reportError);
  } else if (message.kind === 'recipe.withdrawn' && hasCutCards(queryClient.getQueryData(publicKey(reader)))) {
    // A card does not say which recipes it counts. The next visit reads them again: at once, all visitors would.
    queryClient.invalidateQueries({ queryKey: publicKey(reader), refetchType: 'none' }).catch(reportError);
  }
}

const hasCutCards = (shelf: Shelf | undefined): boolean =>
  shelf?.playlists.some(({ playlist }) => playlist.recipeCount !== undefined) ?? false;

/** The next page of a shelf that `query` has begun. */
export function useNextPage(reader: Reader, shelf: 'own' | 'public') {
  const path = shelf === 'own' ? encodeURIComponent(reader ?? '') : 'public';
  const key = shelf === 'own' ? ownKey(reader ?? '') : publicKey(reader);
  return useMutation({
    mutationFn: (cursor: string) => fetchWhileBuffering(onLive, () => readPage(path, pageSize, cursor)),
    retry: 1,
    onSuccess: ({ answer, buffered }, cursor) =>
      foldInto<Shelf>(key, (shown) => withBuffered(withNextPage(shown, answer, cursor), buffered, key)),
  });
}

/** A press of the heart on its way. `key` is the idempotency key. */
export interface LikeRequest {
  readonly key: string;
  readonly liked: boolean;
  readonly shownCount: number;
}

const likesOf = (id: string) => ['playlists', 'like', id] as const;

/** Likes of one playlist, one after the other; while on their way they are laid over it. */
export function useLike(uid: string | null, id: string) {
  const notify = useNotice();
  return useMutation({
    mutationKey: likesOf(id),
    scope: { id: `like of playlist ${id}` },
    mutationFn: ({ key }: LikeRequest) =>
      api.send<LikeAnswer>('POST', `/playlists/${id}/like`, { userId: uid }, { idempotencyKey: key }),
    onSuccess: ({ data, position }) => foldInto<Shelf>(allShelves, (shelf) => withLike(shelf, id, data, position)),
    onError: (error) => notify.error(failureText(error, 'Failed to like playlist')),
  });
}

export const usePendingLikes = (id: string) => usePendingRequests<LikeRequest>(likesOf(id));

interface Sent<Form> {
  readonly form: Form;
  readonly key: string;
}

export function useCreatePlaylist(uid: string) {
  return useMutation({
    mutationFn: ({ form, key }: Sent<PlaylistForm>) =>
      api.send<Playlist>('POST', '/playlists', { ...form, userId: uid }, { idempotencyKey: key }),
    onSuccess: ({ data, position }) => foldInto<Shelf>(ownKey(uid), (shelf) => withNew(shelf, data, position)),
  });
}

const foldChanged = ({ data, position }: { data: Playlist; position: string }) =>
  foldInto<Shelf>(allShelves, (shelf) => withRevised(shelf, data, position));

export function useRevisePlaylist(id: string) {
  return useMutation({
    mutationFn: ({ form, key }: Sent<PlaylistChange>) =>
      api.send<Playlist>('PATCH', `/playlists/${id}`, form, { idempotencyKey: key }),
    onSuccess: foldChanged,
  });
}

/** @param leave goes where there is something to see; called also when the playlist is off the screen by then */
export function useDeletePlaylist(id: string, leave: () => void) {
  const notify = useNotice();
  return useMutation({
    mutationFn: () => api.send('DELETE', `/playlists/${id}`),
    onSuccess: ({ position }) => {
      leave();
      foldInto<Shelf>(allShelves, (shelf) => without(shelf, id, position));
    },
    onError: (error) => notify.error(failureText(error, 'Failed to delete playlist')),
  });
}

export function useAddRecipe(id: string) {
  const notify = useNotice();
  return useMutation({
    scope: { id: `recipes of playlist ${id}` },
    mutationFn: (recipeId: string) => api.send<Playlist>('POST', `/playlists/${id}/recipes`, { recipeId }),
    onSuccess: foldChanged,
    onError: (error) => notify.error(failureText(error, 'Failed to add recipe')),
  });
}

export function useRemoveRecipe(id: string) {
  const notify = useNotice();
  return useMutation({
    scope: { id: `recipes of playlist ${id}` },
    mutationFn: (recipeId: string) => api.send('DELETE', `/playlists/${id}/recipes/${recipeId}`),
    onSuccess: ({ position }, recipeId) =>
      foldInto<Shelf>(allShelves, (shelf) => withoutRecipe(shelf, id, recipeId, position)),
    onError: (error) => notify.error(failureText(error, 'Failed to remove recipe')),
  });
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
