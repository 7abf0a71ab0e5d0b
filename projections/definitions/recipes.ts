import type { BasedOn, Recipe, RecipeCard } from '../../server/core/contracts/recipes.ts';
import type { Revision } from '../../server/core/contracts/shared.ts';
import { embedLink } from '../../server/core/contracts/youtube-address.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import type { RecipeEvent, RecipeMedia, RecipePicture, RecipeText } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import { dishes } from './dishes.ts';
import { isPersonEvent, nameOf, storeName } from './people.ts';
import { renditionsOf } from './photos.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';

type Event = Projected<RecipeEvent> | Projected<PersonEvent>;

/**
 * Collection and index names. `newest` is sorted by the log position of the publication, `edited` by that of the latest
 * text, which is the order in which the search index has to add recipes.
 */
export const recipesModel = {
  recipes: 'recipes',
  cards: 'cards',
  newest: 'newest',
  edited: 'edited',
  /** A user's recipes, sorted like `newest`. */
  publishedBy: (uid: string): string => `published-by:${uid}`,
  /** How many recipes are based on a recipe, by its id. Apart from it, so that its author alone changes a recipe. */
  adaptationCounts: 'adaptation-counts',
  /** The published recipes that are based on a recipe, sorted like `newest`. */
  adaptationsOf: (id: string): string => `adaptations-of:${id}`,
} as const;

/** Part of a recipe's response. */
export type AdaptationCount = Required<Pick<Recipe, 'adaptationCount'>>;

const { recipes, cards, newest, edited, publishedBy, adaptationCounts, adaptationsOf } = recipesModel;

/**
 * Collections `recipes` (`Recipe` by id), `cards` (`RecipeCard` by id) and `adaptation-counts`, the index `newest` of the
 * home page, and the index `edited` of the search.
 */
export const recipesProjection: Projection<Event> = {
  name: 'recipes',
  version: 6,
  events: { ...recipeEvents, ...personEvents },
  fold(event, workspace) {
    const id = idOf(event);
    if (isPersonEvent(event)) {
      rename(workspace, id, event.data.username);
      return;
    }
    const { actor, at } = event.meta;
    const revision = String(event.revision);
    const score = positionScore(event.position);
    if (event.type === 'RecipePublished') {
      const basedOn = adapt(workspace, id, event.data.basedOn, score);
      const published = { revision, authorId: actor, authorName: nameOf(workspace, actor), createdAt: at, basedOn };
      put(workspace, toRecipe(id, event.data, published));
      workspace.index(newest, id, score);
      workspace.index(edited, id, score);
      workspace.index(publishedBy(actor), id, score);
      return;
    }
    const before = workspace.get<Recipe>(recipes, id);
    if (!before) return;
    if (event.type === 'RecipeRevised') {
      // Only its author revises a recipe.
      put(workspace, toRecipe(id, event.data, { ...before, revision, authorName: nameOf(workspace, actor) }));
      workspace.index(edited, id, score);
      return;
    }
    workspace.remove(recipes, id);
    workspace.remove(cards, id);
    workspace.unindex(newest, id);
    workspace.unindex(edited, id);
    workspace.unindex(publishedBy(before.authorId), id);
    const originalId = before.basedOn?.recipeId;
    if (originalId !== undefined) {
      workspace.unindex(adaptationsOf(originalId), id);
      countAdaptation(workspace, originalId, -1);
    }
    unlinkAdaptations(workspace, id);
  },
};

export interface Publication {
  readonly revision: Revision;
  readonly authorId: string;
  readonly authorName: string;
  readonly createdAt: string;
  readonly basedOn?: BasedOn | undefined;
}

/** Adds a recipe to the adaptations of its original. Returns what it shows of that, without a link if it was withdrawn. */
function adapt(workspace: Workspace, id: string, basedOn: Required<BasedOn> | undefined, score: number) {
  if (!basedOn) return undefined;
  const { recipeId, ...credit } = basedOn;
  if (!workspace.get(recipes, recipeId)) return credit;
  workspace.index(adaptationsOf(recipeId), id, score);
  countAdaptation(workspace, recipeId, 1);
  return basedOn;
}

function countAdaptation(workspace: Workspace, originalId: string, change: 1 | -1): void {
  const count = (workspace.get<AdaptationCount>(adaptationCounts, originalId)?.adaptationCount ?? 0) + change;
  if (count === 0) workspace.remove(adaptationCounts, originalId);
  else workspace.put(adaptationCounts, originalId, { adaptationCount: count } satisfies AdaptationCount);
}

/** The adaptations of a withdrawn recipe still credit it. */
function unlinkAdaptations(workspace: Workspace, id: string): void {
  for (const { member } of workspace.range(adaptationsOf(id))) {
    const adaptation = workspace.get<Recipe>(recipes, member);
    if (!adaptation?.basedOn) continue;
    const { recipeId: _, ...basedOn } = adaptation.basedOn;
    put(workspace, { ...adaptation, basedOn });
  }
  workspace.dropIndex(adaptationsOf(id));
  workspace.remove(adaptationCounts, id);
}

/** A recipe as readers see it. */
export function toRecipe(
  id: string,
  written: RecipeText,
  { revision, authorId, authorName, createdAt, basedOn }: Publication,
): Recipe {
  const { title, author, media, description, cookingTime, servings, cuisine, difficulty } = written;
  return {
    id,
    revision,
    title,
    author: author ?? authorName,
    authorId,
    credited: author !== null,
    ...videoUrls(media),
    ...pictureUrls(media.picture),
    ...photoOf(media),
    description,
    cuisine,
    ...(cookingTime !== null && { cookingTime }),
    ...(servings !== null && { servings }),
    ...(difficulty !== null && { difficulty }),
    createdAt,
    ingredients: written.ingredients,
    instructions: written.instructions,
    ...(basedOn && { basedOn }),
  };
}

function videoUrls(media: RecipeMedia): Pick<Recipe, 'type' | 'youtubeUrl' | 'tiktokUrl'> {
  const { type } = media;
  switch (type) {
    case 'image':
      return { type };
    case 'youtube':
      return { type, youtubeUrl: embedLink(media.youtubeId) };
    case 'tiktok':
      return { type, tiktokUrl: `https://www.tiktok.com/embed/v2/${media.tiktokId}` };
  }
}

/** The URLs of a picture. */
export function pictureUrls(picture: RecipePicture | null): Pick<Recipe, 'imageUrl' | 'pictures'> {
  switch (picture?.from) {
    case undefined:
      return {};
    case 'web':
      return { imageUrl: picture.url };
    case 'art': {
      const dish = dishes[picture.name];
      return dish ? { imageUrl: dish.whole.url, pictures: [...dish.cards] } : {};
    }
    case 'upload': {
      const pictures = renditionsOf(picture);
      const widest = pictures.at(-1);
      return widest ? { imageUrl: widest.url, pictures } : {};
    }
  }
}

function photoOf({ picture }: RecipeMedia): Pick<Recipe, 'photo'> {
  if (picture?.from !== 'upload') return {};
  const { id, alt, placeholder, source } = picture;
  return { photo: { id, alt, placeholder, ...(source !== undefined && { source }) } };
}

const cardOf = ({
  description: _description,
  servings: _servings,
  difficulty: _difficulty,
  ingredients: _ingredients,
  instructions: _instructions,
  basedOn: _basedOn,
  ...card
}: Recipe): RecipeCard => card;

function put(workspace: Workspace, recipe: Recipe): void {
  workspace.put(recipes, recipe.id, recipe);
  workspace.put(cards, recipe.id, cardOf(recipe));
}

function rename(workspace: Workspace, uid: string, name: string): void {
  if (!storeName(workspace, uid, name)) return;
  for (const { member } of workspace.range(publishedBy(uid))) {
    const recipe = workspace.get<Recipe>(recipes, member);
    if (recipe && !recipe.credited) put(workspace, { ...recipe, author: name });
  }
}
