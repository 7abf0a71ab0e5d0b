import type { BasedOn, Recipe } from '../../server/core/contracts/recipes.ts';
import { visibilityEvents } from '../../server/core/domain/moderation/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import type { RecipeEvent } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import {
  adaptationsModel,
  addAdaptation,
  creditsOf,
  dropAdaptations,
  listAdaptation,
  removeAdaptation,
  unlistAdaptation,
} from './adaptations.ts';
import {
  findWithHidden,
  hiddenCollection,
  isVisibilityEvent,
  noticeOf,
  type OfVisibility,
  subjectIn,
} from './hidden.ts';
import { isPersonEvent, nameOf, type Person } from './people.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';
import { listAuthor, storeAuthor, unlistAuthorWithout } from './recipe-authors.ts';
import { cardOf, toRecipe } from './recipe-document.ts';

type Event = Projected<RecipeEvent> | Projected<PersonEvent> | OfVisibility;

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
  ...adaptationsModel,
  /** Like `recipes`, of those that moderators have hidden: these are in no index but `edited`. */
  hiddenRecipes: hiddenCollection('recipes'),
} as const;

const { recipes, cards, newest, edited, publishedBy, hiddenRecipes } = recipesModel;
/** A user's hidden recipes, sorted like `newest`. */
const hiddenBy = (uid: string): string => `hidden-by:${uid}`;

/**
 * Collections `recipes` (`Recipe` by id), `cards` (`RecipeCard` by id) and `adaptation-counts`, the index `newest` of the
 * home page, and the index `edited` of the search. For the authors, see `writers.ts`.
 */
export const recipesProjection: Projection<Event> = {
  name: 'recipes',
  version: 9,
  events: { ...recipeEvents, ...personEvents, ...visibilityEvents },
  fold(event, workspace) {
    const id = idOf(event);
    if (isPersonEvent(event)) {
      const { username: name, avatar } = event.data;
      updateAuthor(workspace, id, { name, avatar });
      return;
    }
    if (isVisibilityEvent(event)) {
      moderate(event, workspace);
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
      listAuthor(workspace, actor, score);
      workspace.index(publishedBy(actor), id, score);
      return;
    }
    const before = findRecipe(workspace, id);
    if (!before) return;
    if (event.type === 'RecipeRevised') {
      // Only its author revises a recipe.
      const revised = toRecipe(id, event.data, { ...before, revision, authorName: nameOf(workspace, actor) });
      put(workspace, { ...revised, ...(before.hidden && { hidden: before.hidden }) });
      workspace.index(edited, id, score);
      return;
    }
    remove(workspace, before);
    workspace.unindex(newest, id);
    workspace.unindex(edited, id);
    unlistAuthorWithout(workspace, before.authorId, publishedBy(before.authorId), id);
    workspace.unindex(publishedBy(before.authorId), id);
    removeAdaptation(workspace, id);
    unlinkAdaptations(workspace, id);
    workspace.unindex(hiddenBy(before.authorId), id);
  },
};

/**
 * Adds a recipe to the adaptations of its original. Returns what it shows of that: no link if it was withdrawn, and
 * nothing while it is hidden.
 */
function adapt(workspace: Workspace, id: string, basedOn: Required<BasedOn> | undefined, score: number) {
  if (!basedOn) return undefined;
  const { recipeId, ...credit } = basedOn;
  const original = findRecipe(workspace, recipeId);
  if (!original) return credit;
  addAdaptation(workspace, id, basedOn, score);
  return original.hidden ? undefined : basedOn;
}

/** The adaptations of a withdrawn recipe still credit it, unless it was hidden. */
function unlinkAdaptations(workspace: Workspace, originalId: string): void {
  for (const [id] of creditsOf(workspace, originalId)) {
    const adaptation = findRecipe(workspace, id);
    if (!adaptation?.basedOn) continue;
    const { recipeId: _, ...basedOn } = adaptation.basedOn;
    put(workspace, { ...adaptation, basedOn });
  }
  dropAdaptations(workspace, originalId);
}

const findRecipe = (workspace: Workspace, id: string): Recipe | undefined =>
  findWithHidden<Recipe>(workspace, recipes, id);

function put(workspace: Workspace, recipe: Recipe): void {
  if (recipe.hidden) {
    workspace.put(hiddenRecipes, recipe.id, recipe);
    return;
  }
  workspace.put(recipes, recipe.id, recipe);
  workspace.put(cards, recipe.id, cardOf(recipe));
}

function remove(workspace: Workspace, { id, hidden }: Recipe): void {
  if (hidden) {
    workspace.remove(hiddenRecipes, id);
    return;
  }
  workspace.remove(recipes, id);
  workspace.remove(cards, id);
}

/** Hides or restores a recipe. */
function moderate(event: OfVisibility, workspace: Workspace): void {
  const subject = subjectIn(event, ['recipe']);
  const recipe = subject && findRecipe(workspace, subject.id);
  if (!recipe) return;
  const { id, authorId } = recipe;
  const { hidden: before, ...visible } = recipe;
  const hidden = noticeOf(event);
  if ((before === undefined) === (hidden === undefined)) return;
  const [from, to] = hidden ? [publishedBy(authorId), hiddenBy(authorId)] : [hiddenBy(authorId), publishedBy(authorId)];
  const score = workspace.range(from).find(({ member }) => member === id)?.score ?? positionScore(event.position);
  remove(workspace, recipe);
  put(workspace, hidden ? { ...visible, hidden } : visible);
  if (hidden) {
    unlistAuthorWithout(workspace, authorId, from, id);
    workspace.unindex(newest, id);
    unlistAdaptation(workspace, id);
  } else {
    listAuthor(workspace, authorId, score);
    workspace.index(newest, id, score);
    listAdaptation(workspace, id, score);
  }
  workspace.unindex(from, id);
  workspace.index(to, id, score);
  moderateCredits(workspace, id, hidden !== undefined);
}

/** The credit in an adaptation has the title of its original. An adaptation may be hidden meanwhile, and restored later. */
function moderateCredits(workspace: Workspace, originalId: string, isHidden: boolean): void {
  for (const [id, credit] of creditsOf(workspace, originalId)) {
    const adaptation = findRecipe(workspace, id);
    if (!adaptation) continue;
    const { basedOn: _, ...others } = adaptation;
    put(workspace, isHidden ? others : { ...others, basedOn: credit });
  }
}

function updateAuthor(workspace: Workspace, uid: string, person: Person): void {
  if (!storeAuthor(workspace, uid, person, publishedBy(uid))) return;
  for (const { member } of [publishedBy(uid), hiddenBy(uid)].flatMap((index) => workspace.range(index))) {
    const recipe = findRecipe(workspace, member);
    if (recipe && !recipe.credited) put(workspace, { ...recipe, author: person.name });
  }
}
