import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line, text } from '../text.ts';
import { type UploadedPicture, withKnownSource, withTidyAlt } from '../uploaded-picture.ts';
import {
  type BasedOn,
  type RecipeEvent,
  type RecipeMedia,
  type RecipePicture,
  type RecipeText,
  recipeCategory,
} from './events.ts';
import { recipeRefusals } from './refusals.ts';
import { recipeEvents } from './upcast.ts';

export type RecipeCommand =
  /** `basedOn` is null if the recipe to start from is not published. */
  | { type: 'PublishRecipe'; recipe: RecipeText; basedOn?: BasedOn | null }
  /** `from`: the revision that the author has seen. Default: any. */
  | { type: 'ReviseRecipe'; actor: string; recipe: RecipeText; from?: string | undefined }
  | { type: 'WithdrawRecipe'; actor: string };

export type RecipeState =
  | { readonly status: 'new' }
  | {
      readonly status: 'published';
      readonly authorId: string;
      readonly publishedAt: string;
      readonly recipe: RecipeText;
      /** How often it was revised: the revision of its stream. */
      readonly revision: number;
      readonly basedOn?: BasedOn;
    }
  | { readonly status: 'withdrawn' };

type Published = Extract<RecipeState, { status: 'published' }>;

function ownedBy(actor: string, state: RecipeState): Published {
  if (state.status !== 'published') throw recipeRefusals.notFound();
  if (state.authorId !== actor) throw recipeRefusals.notTheAuthor();
  return state;
}

/** Trims the texts, and removes ingredients without a name and blank steps. @param before the recipe that it revises */
function normalized(recipe: RecipeText, before?: RecipeText): RecipeText {
  const title = line(recipe.title);
  if (title === '') throw recipeRefusals.titleRequired();
  return {
    ...recipe,
    title,
    author: recipe.author === null ? null : line(recipe.author) || null,
    media: normalizedMedia(recipe.media, before?.media.picture),
    description: text(recipe.description),
    cuisine: line(recipe.cuisine),
    ingredients: recipe.ingredients
      .map(({ name, amount, unit }) => ({ name: line(name), amount: line(amount), unit: line(unit) }))
      .filter(({ name }) => name !== ''),
    instructions: recipe.instructions.map(text).filter((step) => step !== ''),
  };
}

function normalizedMedia(media: RecipeMedia, before: RecipePicture | null = null): RecipeMedia {
  const { picture } = media;
  if (picture?.from !== 'upload') return media;
  const known: UploadedPicture[] = before?.from === 'upload' ? [before] : [];
  return { ...media, picture: withKnownSource(withTidyAlt(picture), known) };
}

function decide(command: RecipeCommand, state: RecipeState): RecipeEvent[] {
  switch (command.type) {
    case 'PublishRecipe':
      if (state.status !== 'new') throw recipeRefusals.idInUse();
      if (command.basedOn === null) throw recipeRefusals.originalNotFound();
      return [
        {
          type: 'RecipePublished',
          data: { ...normalized(command.recipe), ...(command.basedOn && { basedOn: command.basedOn }) },
        },
      ];
    case 'ReviseRecipe': {
      const { recipe, revision } = ownedBy(command.actor, state);
      const data = normalized(command.recipe, recipe);
      if (isSame(recipe, data)) return [];
      if (command.from !== undefined && command.from !== String(revision)) throw recipeRefusals.changedMeanwhile();
      return [{ type: 'RecipeRevised', data }];
    }
    case 'WithdrawRecipe':
      ownedBy(command.actor, state);
      return [{ type: 'RecipeWithdrawn', data: {} }];
  }
}

/** A revision without changes records no event. The order of the fields is ignored. */
const isSame = (one: RecipeText, other: RecipeText): boolean => canonical(one) === canonical(other);

const canonical = (recipe: RecipeText): string =>
  JSON.stringify(recipe, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

function evolve(state: RecipeState, event: EventWithMetadata<RecipeEvent>): RecipeState {
  if (event.type === 'RecipePublished') {
    const { actor: authorId, at: publishedAt } = event.meta;
    const { basedOn, ...recipe } = event.data;
    return { status: 'published', authorId, publishedAt, recipe, revision: 0, ...(basedOn && { basedOn }) };
  }
  if (state.status !== 'published') return state;
  if (event.type === 'RecipeWithdrawn') return { status: 'withdrawn' };
  return { ...state, recipe: event.data, revision: state.revision + 1 };
}

export const recipe = {
  category: recipeCategory,
  events: recipeEvents,
  initial: (): RecipeState => ({ status: 'new' }),
  decide,
  evolve,
  weight: (state: RecipeState): number =>
    state.status === 'published' ? state.recipe.ingredients.length + state.recipe.instructions.length : 0,
};
