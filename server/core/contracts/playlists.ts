import { type Static, Type } from 'typebox';
import { playlistLimits } from './limits.ts';
import { Picture } from './pictures.ts';
import { HiddenNotice, Id, liked, page, Revision, Timestamp, Uid } from './shared.ts';

/** A recipe in a playlist. */
export const PlaylistRecipe = Type.Object({
  id: Id,
  title: Type.String(),
  cuisine: Type.String({ description: 'Empty when it was not given' }),
  imageUrl: Type.Optional(Type.String()),
  pictures: Type.Optional(Type.Array(Picture, { description: 'Narrowest first, all with the same aspect ratio' })),
});
export type PlaylistRecipe = Static<typeof PlaylistRecipe>;

export const Playlist = Type.Object({
  id: Id,
  revision: Revision,
  name: Type.String(),
  description: Type.String(),
  isPrivate: Type.Boolean({ description: 'Whether only its owner can read it' }),
  ownerId: Uid,
  ownerName: Type.String(),
  createdAt: Timestamp,
  likeCount: Type.Integer({ minimum: 0 }),
  recipes: Type.Array(PlaylistRecipe, { description: 'In the order in which they were added' }),
  likedByMe: Type.Optional(Type.Boolean({ description: 'Present for a signed-in user' })),
  hidden: Type.Optional(HiddenNotice),
});
export type Playlist = Static<typeof Playlist>;

/** A playlist as a card shows it. `recipeCount` is present if `recipes` has only the first of more recipes. */
export type PlaylistCard = Playlist & { recipeCount?: number | undefined };

/** Playlists of one owner: newest first. All playlists: most liked first, then newest first. */
export const PlaylistPage = page(Playlist);
export type PlaylistPage = Static<typeof PlaylistPage>;

const name = Type.String({ maxLength: playlistLimits.name });
const description = Type.String({ maxLength: playlistLimits.description });
/** Only the id of a recipe is used; its other fields come from the recipe itself. */
const recipes = Type.Array(Type.Object({ id: Id }), { maxItems: playlistLimits.recipes });
const shownRecipes = Type.Array(Type.Object({ id: Id }), {
  // Also those of earlier attempts to save.
  maxItems: playlistLimits.shownRecipes,
  description:
    'The recipes of the playlist that `recipes` was made from. Only what differs between the two is changed: what was added to the playlist, removed from it, hidden or restored meanwhile stays so. Without it, `recipes` replaces all that the owner sees.',
});
/** Must be the user of the token. */
const userId = Type.Optional(Uid);

export const PlaylistForm = Type.Object(
  {
    id: Type.Optional(Id),
    userId,
    name,
    description: Type.Optional(description),
    isPrivate: Type.Optional(Type.Boolean()),
    recipes,
  },
  { additionalProperties: false },
);
export type PlaylistForm = Static<typeof PlaylistForm>;

/** An omitted field stays unchanged. */
export const PlaylistEdit = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    isPrivate: Type.Optional(Type.Boolean()),
    recipes: Type.Optional(recipes),
    shownRecipes: Type.Optional(shownRecipes),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type PlaylistEdit = Static<typeof PlaylistEdit>;

export const PlaylistLike = Type.Object({ userId, liked }, { additionalProperties: false });

export const RecipeOfPlaylist = Type.Object({ recipeId: Id }, { additionalProperties: false });

export const OwnerPath = Type.Object({ userId: Uid });
export const OwnedPlaylistPath = Type.Object({ userId: Uid, playlistId: Id });
export const PlaylistPath = Type.Object({ playlistId: Id });
export const PlaylistRecipePath = Type.Object({ playlistId: Id, recipeId: Id });
