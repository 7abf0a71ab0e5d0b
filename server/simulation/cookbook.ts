import { pictureUrls } from '../../projections/definitions/recipe-document.ts';
import type { PlannedRecipe } from '../core/domain/meal-plan/events.ts';
import { recipe } from '../core/domain/recipe/decider.ts';
import type { RecipeText } from '../core/domain/recipe/events.ts';
import { recipeReactions } from '../core/domain/recipe-reactions/decider.ts';
import { samples } from '../samples/publish-samples.ts';
import type { RecipeReactionsStream, RecipeStream } from './homes.ts';
import { sentences, titleBeginnings, titleEndings } from './phrases.ts';
import { Pool } from './pool.ts';
import type { Random } from './random.ts';
import { OpenStream } from './recorder.ts';

const maxRecipes = 400;
/** Of the planned recipes, those that are samples. */
const sampleShare = 0.3;

/** The recipes that people cook. */
export class Cookbook {
  /** They stay popular. */
  readonly samples: readonly RecipeStream[] = samples.map(({ id }) => new OpenStream(recipe, id));
  readonly #recipes = new Pool<RecipeStream>(maxRecipes);
  readonly #byId = new Map(this.samples.map((stream) => [stream.id, stream]));
  readonly #reactions = new Map<string, RecipeReactionsStream>();

  add(stream: RecipeStream): void {
    this.#byId.set(stream.id, stream);
    const replaced = this.#recipes.add(stream);
    if (replaced) this.#forget(replaced);
  }

  remove(stream: RecipeStream): void {
    this.#forget(stream);
    this.#recipes.remove(stream);
  }

  pick(random: Random): RecipeStream {
    return (random.chance(sampleShare) ? undefined : this.#recipes.pickRecent(random)) ?? random.pick(this.samples);
  }

  /** The likes and comments of a recipe. */
  reactionsTo({ id }: RecipeStream): RecipeReactionsStream {
    const reactions = this.#reactions.get(id) ?? new OpenStream(recipeReactions, id);
    this.#reactions.set(id, reactions);
    return reactions;
  }

  #forget({ id }: RecipeStream): void {
    this.#byId.delete(id);
    this.#reactions.delete(id);
  }

  find(id: string): RecipeText | undefined {
    const stream = this.#byId.get(id);
    return stream && textOf(stream);
  }
}

export const textOf = ({ state }: RecipeStream): RecipeText | undefined =>
  state.status === 'published' ? state.recipe : undefined;

/** The fields of a recipe that a client copies into a plan. */
export function toPlannedRecipe(id: string, { title, cuisine, cookingTime, media }: RecipeText): PlannedRecipe {
  const { pictures, imageUrl } = pictureUrls(media.picture);
  const picture = pictures?.[0]?.url ?? imageUrl;
  return {
    id,
    title,
    ...(cuisine !== '' && { cuisine }),
    ...(cookingTime !== null && { cookingTime }),
    ...(picture !== undefined && { imageUrl: picture }),
  };
}

/** A variation of one of the samples, as users write them. */
export function newRecipe(random: Random): RecipeText {
  const { recipe: base } = random.pick(samples);
  const { ingredients, instructions, cookingTime } = base;
  return {
    ...base,
    title: `${random.pick(titleBeginnings)} ${base.title}${random.pick(titleEndings)}`,
    author: null,
    // Users enter addresses of pictures. The bundled ones are for the samples.
    media: base.media.type === 'youtube' ? { ...base.media, picture: null } : { type: 'image', picture: null },
    description: random.pickSome(sentences, random.between(1, 3)).join(' '),
    cookingTime: cookingTime === null ? null : cookingTime + 5 * random.between(-2, 6),
    servings: random.chance(0.9) ? random.pick([1, 2, 4, 6]) : null,
    ingredients: ingredients.filter(() => random.chance(0.85)),
    instructions: instructions.filter((_, step) => step === 0 || random.chance(0.9)),
  };
}
