import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Playlist, PlaylistCard } from '../../../server/core/contracts/playlists.ts';
import type { LikeAnswer } from '../../../server/core/contracts/shared.ts';
import { positionAtLeast } from '../../lib/api-client.ts';
import { advanced, includes, isNews, rebased, toldSince, type Versions, versionsAt } from '../../lib/versions.ts';
import { type News, newsSince, noNews, withNews, withNewsOn } from './shelf-news.ts';

/** A playlist as the server has confirmed it. */
export interface CachedPlaylist {
  /** In a shelf of cards, where others changed it, with the recipes of its cover only. */
  readonly playlist: PlaylistCard;
  /** Parts: `written`, `likes` and `liked`. */
  readonly versions: Versions;
}

/** Some playlists as one reader sees them, as far as they were read. */
export interface Shelf {
  /** With those that others have hidden since. */
  readonly playlists: readonly CachedPlaylist[];
  readonly nextCursor: string | null;
  /** Log position of the newest read from the top. */
  readonly position: string;
  /** Positions at which playlists were deleted, so that a late message does not bring one back. */
  readonly gone: Readonly<Record<string, string>>;
  /** Since the newest read from the top. */
  readonly news: News;
}

export interface Reading {
  readonly items: readonly Playlist[];
  readonly nextCursor: string | null;
  readonly position: string;
}

/** Whose shelf it is: the reader, whether all of their own playlists belong on it, and whether it shows all recipes of one. */
export interface ShelfOf {
  readonly reader: string | null;
  readonly kind: 'own' | 'public' | 'one';
}

const idOf = ({ playlist }: CachedPlaylist): string => playlist.id;

/** A private one is there for its owner only. */
export const seenBy = (reader: string | null, { playlists }: Shelf): readonly CachedPlaylist[] =>
  playlists.filter(({ playlist }) => !playlist.isPrivate || playlist.ownerId === reader);

/** The playlist as it was read at `position`; what was told about later positions meanwhile stays. */
function fresh(playlist: Playlist, position: string, former?: CachedPlaylist): CachedPlaylist {
  if (!former) return { playlist, versions: versionsAt(position) };
  if (!positionAtLeast(position, former.versions.base)) return former;
  const versions = rebased(former.versions, position);
  const as = (part: string) => (versions.parts[part] === undefined ? playlist : former.playlist);
  const { likeCount } = as('likes');
  return { playlist: { ...as('written'), likeCount, ...likedBy(as('liked')) }, versions };
}

const likedBy = ({ likedByMe }: PlaylistCard) => (likedByMe === undefined ? {} : { likedByMe });

/** The shelf with its news on all playlists that are of before. */
function upToDate(shelf: Shelf): Shelf {
  const playlists = shelf.playlists.map((cached) => {
    const { base, parts } = cached.versions;
    const playlist = withNewsOn(cached.playlist, parts.written ?? base, shelf.news);
    return playlist === cached.playlist ? cached : { ...cached, playlist };
  });
  return playlists.every((cached, at) => cached === shelf.playlists[at]) ? shelf : { ...shelf, playlists };
}

/** What was told of positions later than the reading stays. */
export function readFromTop({ items, nextCursor, position }: Reading, former?: Shelf): Shelf {
  if (former && !positionAtLeast(position, former.position)) return former;
  const known = new Map(former?.playlists.map((cached) => [idOf(cached), cached]));
  const gone = toldSince(former?.gone ?? {}, position);
  const read = items
    .filter(({ id }) => gone[id] === undefined)
    .map((item) => fresh(item, position, known.get(item.id)));
  const there = new Set(read.map(idOf));
  const later = [...known.values()].filter(
    (cached) => !there.has(idOf(cached)) && !positionAtLeast(position, cached.versions.base),
  );
  const news = newsSince(former?.news ?? noNews, position);
  return upToDate({ playlists: [...later, ...read], nextCursor, position, gone, news });
}

/** The next page, read with `cursor`; a page that was asked for twice is taken once. */
export function withNextPage(shelf: Shelf, { items, nextCursor, position }: Reading, cursor: string): Shelf {
  if (shelf.nextCursor !== cursor) return shelf;
  const known = new Set(shelf.playlists.map(idOf));
  const added = items.filter(({ id }) => !known.has(id) && shelf.gone[id] === undefined);
  const playlists = [...shelf.playlists, ...added.map((item) => fresh(item, position))];
  return upToDate({ ...shelf, playlists, nextCursor });
}

function withPlaylist(shelf: Shelf, id: string, change: (cached: CachedPlaylist) => CachedPlaylist): Shelf {
  const at = shelf.playlists.findIndex((cached) => idOf(cached) === id);
  const before = shelf.playlists[at];
  const after = before && change(before);
  return after && after !== before ? upToDate({ ...shelf, playlists: shelf.playlists.with(at, after) }) : shelf;
}

type Change = Partial<PlaylistCard>;

const changed = ({ playlist, versions }: CachedPlaylist, part: string, position: string, change: Change) => ({
  playlist: { ...playlist, ...change },
  versions: advanced(versions, [part], position),
});

/** What a message tells of a part. */
function told(cached: CachedPlaylist, part: string, position: string, change: Change): CachedPlaylist {
  // A message about a new playlist does not say whether the reader likes it; one of the same position may.
  const isFirstTold = part === 'liked' && cached.playlist.likedByMe === undefined;
  if (!isFirstTold && !isNews(cached.versions, part, position)) return cached;
  const isKnown = includes(cached.versions, part, position) && shows(cached.playlist, change);
  return isKnown ? cached : changed(cached, part, position, change);
}

const shows = (playlist: PlaylistCard, change: Change): boolean =>
  JSON.stringify({ ...playlist, ...change }) === JSON.stringify(playlist);

/** What the answer to a write says of a part. */
const answered = (cached: CachedPlaylist, part: string, position: string, change: Change): CachedPlaylist =>
  includes(cached.versions, part, position) ? cached : changed(cached, part, position, change);

/** A new playlist takes its place by age if it is news, unless it is there or gone. */
export function withNew(shelf: Shelf, playlist: Playlist, position: string): Shelf {
  const isKnown =
    shelf.gone[playlist.id] !== undefined || shelf.playlists.some((cached) => idOf(cached) === playlist.id);
  if (isKnown || positionAtLeast(shelf.position, position)) return shelf;
  const older = shelf.playlists.findIndex((cached) => cached.playlist.createdAt <= playlist.createdAt);
  const at = older === -1 ? shelf.playlists.length : older;
  return upToDate({ ...shelf, playlists: shelf.playlists.toSpliced(at, 0, fresh(playlist, position)) });
}

/** Of a playlist as it was answered or told: the part that its owner writes, and its likes. */
function partsOf({ likeCount, likedByMe: _, recipeCount, ...written }: PlaylistCard) {
  return { written: { ...written, recipeCount }, likes: { likeCount } };
}

/** Of a card that a message brings, what a shelf takes in: all recipes of one playlist are read again, not cut. */
function taken(change: Change, kind: ShelfOf['kind']): Change {
  if (kind !== 'one' || change.recipeCount === undefined) return change;
  const { recipes: _recipes, recipeCount: _count, ...written } = change;
  return written;
}

/** What a change by its owner made of it. */
export const withRevised = (shelf: Shelf, playlist: Playlist, position: string): Shelf =>
  withPlaylist(shelf, playlist.id, (cached) => {
    const { written, likes } = partsOf(playlist);
    return answered(answered(cached, 'written', position, written), 'likes', position, likes);
  });

export const withLike = (shelf: Shelf, id: string, { liked, likeCount }: LikeAnswer, position: string): Shelf =>
  withPlaylist(shelf, id, (cached) =>
    answered(answered(cached, 'likes', position, { likeCount }), 'liked', position, { likedByMe: liked }),
  );

export const withoutRecipe = (shelf: Shelf, id: string, recipeId: string, position: string): Shelf =>
  withPlaylist(shelf, id, (cached) => {
    const recipes = cached.playlist.recipes.filter((recipe) => recipe.id !== recipeId);
    return answered(cached, 'written', position, { recipes });
  });

export function without(shelf: Shelf, id: string, position: string): Shelf {
  if (shelf.gone[id] !== undefined) return shelf;
  const playlists = shelf.playlists.filter((cached) => idOf(cached) !== id);
  return { ...shelf, playlists, gone: { ...shelf.gone, [id]: position } };
}

/** Takes a live message in, in whichever order they come; the same shelf comes back when it tells nothing new. */
export function foldShelf(shelf: Shelf, message: LiveMessage, { reader, kind }: ShelfOf): Shelf {
  const { position } = message;
  const tell = (id: string, part: string, change: Change): Shelf =>
    withPlaylist(shelf, id, (cached) => told(cached, part, position, change));
  switch (message.kind) {
    case 'playlist.changed': {
      const { playlist } = message;
      const isOwn = playlist.ownerId === reader;
      // The owner gets it whole as well.
      if (isOwn && playlist.recipeCount !== undefined) return shelf;
      const { written, likes } = partsOf(playlist);
      const after = withPlaylist(shelf, playlist.id, (cached) =>
        told(told(cached, 'written', position, taken(written, kind)), 'likes', position, likes),
      );
      // Nothing jumps for others.
      return kind === 'own' && isOwn ? withNew(after, playlist, position) : after;
    }
    case 'playlist.likes':
      return tell(message.playlistId, 'likes', { likeCount: message.likeCount });
    case 'playlist.liked':
      return tell(message.playlistId, 'liked', { likedByMe: message.liked });
    case 'playlist.hidden':
      return tell(message.playlistId, 'written', { isPrivate: true });
    case 'playlist.deleted':
      return without(shelf, message.playlistId, position);
    default: {
      const news = withNews(shelf.news, message);
      return news === shelf.news ? shelf : upToDate({ ...shelf, news });
    }
  }
}
