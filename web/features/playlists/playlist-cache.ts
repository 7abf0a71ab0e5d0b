import type { LikeAnswer } from '../../../server/contracts/community.ts';
import type { LiveMessage } from '../../../server/contracts/live.ts';
import type { Playlist } from '../../../server/contracts/playlists.ts';
import { positionAtLeast } from '../../lib/api-client.ts';
import { advanced, includes, rebased, type Versions, versionsAt } from '../../lib/versions.ts';

/** A playlist as the server has confirmed it. */
export interface CachedPlaylist {
  readonly playlist: Playlist;
  /** Parts: `written`, `likes` and `liked`. */
  readonly versions: Versions;
}

/** Some playlists as one reader sees them, as far as they were read. */
export interface Shelf {
  readonly playlists: readonly CachedPlaylist[];
  readonly nextCursor: string | null;
  /** Log position of the newest read from the top. */
  readonly position: string;
  /** Positions at which playlists went, so that a late message does not bring one back. */
  readonly gone: Readonly<Record<string, string>>;
}

export interface Reading {
  readonly items: readonly Playlist[];
  readonly nextCursor: string | null;
  readonly position: string;
}

const idOf = ({ playlist }: CachedPlaylist): string => playlist.id;

/** The playlist as it was read at `position`; what was told about later positions meanwhile stays. */
function fresh(playlist: Playlist, position: string, former?: CachedPlaylist): CachedPlaylist {
  if (!former) return { playlist, versions: versionsAt(position) };
  if (!positionAtLeast(position, former.versions.base)) return former;
  const versions = rebased(former.versions, position);
  const as = (part: string) => (versions.parts[part] === undefined ? playlist : former.playlist);
  const { likeCount } = as('likes');
  return { playlist: { ...as('written'), likeCount, ...likedBy(as('liked')) }, versions };
}

const likedBy = ({ likedByMe }: Playlist) => (likedByMe === undefined ? {} : { likedByMe });

/** What was told of positions later than the reading stays. */
export function readFromTop({ items, nextCursor, position }: Reading, former?: Shelf): Shelf {
  if (former && !positionAtLeast(position, former.position)) return former;
  const known = new Map(former?.playlists.map((cached) => [idOf(cached), cached]));
  const gone = Object.fromEntries(
    Object.entries(former?.gone ?? {}).filter(([, at]) => !positionAtLeast(position, at)),
  );
  const read = items
    .filter(({ id }) => gone[id] === undefined)
    .map((item) => fresh(item, position, known.get(item.id)));
  const there = new Set(read.map(idOf));
  const later = [...known.values()].filter(
    (cached) => !there.has(idOf(cached)) && !positionAtLeast(position, cached.versions.base),
  );
  return { playlists: [...later, ...read], nextCursor, position, gone };
}

/** The next page, read with `cursor`; a page that was asked for twice is taken once. */
export function withNextPage(shelf: Shelf, { items, nextCursor, position }: Reading, cursor: string): Shelf {
  if (shelf.nextCursor !== cursor) return shelf;
  const known = new Set(shelf.playlists.map(idOf));
  const added = items.filter(({ id }) => !known.has(id) && shelf.gone[id] === undefined);
  return { ...shelf, playlists: [...shelf.playlists, ...added.map((item) => fresh(item, position))], nextCursor };
}

function withPart(cached: CachedPlaylist, part: string, position: string, change: object): CachedPlaylist {
  if (includes(cached.versions, part, position)) return cached;
  const versions = advanced(cached.versions, [part], position);
  return { playlist: { ...cached.playlist, ...change }, versions };
}

function withPlaylist(shelf: Shelf, id: string, change: (cached: CachedPlaylist) => CachedPlaylist): Shelf {
  const at = shelf.playlists.findIndex((cached) => idOf(cached) === id);
  const before = shelf.playlists[at];
  const after = before && change(before);
  return after && after !== before ? { ...shelf, playlists: shelf.playlists.with(at, after) } : shelf;
}

/** A playlist as it has become; where it was not shown yet and is news, it stands first if `isHere`. */
export function withChanged(shelf: Shelf, playlist: Playlist, position: string, isHere = false): Shelf {
  if (shelf.gone[playlist.id] !== undefined) return shelf;
  if (!shelf.playlists.some((cached) => idOf(cached) === playlist.id)) {
    if (!isHere || positionAtLeast(shelf.position, position)) return shelf;
    return { ...shelf, playlists: [fresh(playlist, position), ...shelf.playlists] };
  }
  const { likeCount, likedByMe: _, ...written } = playlist;
  return withPlaylist(shelf, playlist.id, (cached) =>
    withPart(withPart(cached, 'written', position, written), 'likes', position, { likeCount }),
  );
}

export function without(shelf: Shelf, id: string, position: string): Shelf {
  if (shelf.gone[id] !== undefined) return shelf;
  const playlists = shelf.playlists.filter((cached) => idOf(cached) !== id);
  return { ...shelf, playlists, gone: { ...shelf.gone, [id]: position } };
}

export const withLike = (shelf: Shelf, id: string, { liked, likeCount }: LikeAnswer, position: string): Shelf =>
  withPlaylist(shelf, id, (cached) =>
    withPart(withPart(cached, 'likes', position, { likeCount }), 'liked', position, { likedByMe: liked }),
  );

export function withoutRecipe(shelf: Shelf, id: string, recipeId: string, position: string): Shelf {
  return withPlaylist(shelf, id, (cached) => {
    const recipes = cached.playlist.recipes.filter((recipe) => recipe.id !== recipeId);
    return withPart(cached, 'written', position, { recipes });
  });
}

function renamed(shelf: Shelf, uid: string, ownerName: string): Shelf {
  const playlists = shelf.playlists.map((cached) =>
    cached.playlist.ownerId === uid ? { ...cached, playlist: { ...cached.playlist, ownerName } } : cached,
  );
  return { ...shelf, playlists };
}

/** Whose shelf it is: the reader, and whether all of his own playlists belong on it. */
export interface ShelfOf {
  readonly reader: string | null;
  readonly own: boolean;
}

/** Takes a live message in; the same shelf comes back when it tells nothing new. */
export function foldShelf(shelf: Shelf, message: LiveMessage, { reader, own }: ShelfOf): Shelf {
  const { position } = message;
  switch (message.kind) {
    case 'playlist.changed':
      return withChanged(shelf, message.playlist, position, own && message.playlist.ownerId === reader);
    case 'playlist.likes': {
      const { playlistId, likeCount } = message;
      return withPlaylist(shelf, playlistId, (cached) => withPart(cached, 'likes', position, { likeCount }));
    }
    case 'playlist.liked': {
      const { playlistId, liked } = message;
      return withPlaylist(shelf, playlistId, (cached) => withPart(cached, 'liked', position, { likedByMe: liked }));
    }
    case 'playlist.hidden': {
      const shown = shelf.playlists.find((cached) => idOf(cached) === message.playlistId);
      if (!shown || shown.playlist.ownerId === reader || includes(shown.versions, 'written', position)) return shelf;
      // It may come back, so it is not remembered as gone.
      return { ...shelf, playlists: shelf.playlists.filter((cached) => cached !== shown) };
    }
    case 'playlist.deleted':
      return without(shelf, message.playlistId, position);
    case 'person.renamed':
      return renamed(shelf, message.uid, message.name);
    default:
      return shelf;
  }
}
