import type { Difficulty, Recipe, RecipeForm, RecipeIngredient } from '../../../server/contracts/recipes.ts';
import type { RecipeDraft as VideoDraft } from '../../../server/contracts/video-import.ts';
import { youtubeIdOf } from '../../../server/contracts/youtube-address.ts';

/** What is written in the recipe form, what stands in the boxes of its adders included. */
export interface RecipeDraft {
  type: RecipeForm['type'];
  title: string;
  /** Whom it credits; empty for the one who writes it. */
  author: string;
  imageUrl: string;
  youtubeUrl: string;
  description: string;
  cookingTime: string;
  servings: string;
  cuisine: string;
  difficulty: Difficulty;
  ingredients: readonly RecipeIngredient[];
  ingredient: RecipeIngredient;
  instructions: readonly string[];
  instruction: string;
  /** What a video filled in; forgotten when the page is loaded anew. */
  imported?: ImportedVideo | undefined;
}

/** What a video can tell of a recipe. */
export type ImportedField = 'title' | 'author' | 'imageUrl' | 'ingredients' | 'instructions';

export interface ImportedVideo {
  readonly video: VideoDraft;
  readonly filled: readonly ImportedField[];
  /** What stood in the form before. */
  readonly before: Pick<RecipeDraft, ImportedField>;
}

const noIngredient: RecipeIngredient = { name: '', amount: '', unit: '' };

export const emptyDraft: RecipeDraft = {
  type: 'image',
  title: '',
  author: '',
  imageUrl: '',
  youtubeUrl: '',
  description: '',
  cookingTime: '',
  servings: '',
  cuisine: '',
  difficulty: 'Easy',
  ingredients: [],
  ingredient: noIngredient,
  instructions: [],
  instruction: '',
};

export const difficulties: readonly Difficulty[] = ['Easy', 'Medium', 'Hard'];

/** A stored draft, as far as it can be read. */
export function parseDraft(stored: unknown): RecipeDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return;
  const field = (name: keyof RecipeDraft): unknown => Reflect.get(stored, name);
  const text = (name: keyof RecipeDraft): string => textOf(field(name));
  return {
    type: field('type') === 'youtube' ? 'youtube' : 'image',
    title: text('title'),
    author: text('author'),
    imageUrl: text('imageUrl'),
    youtubeUrl: text('youtubeUrl'),
    description: text('description'),
    cookingTime: text('cookingTime'),
    servings: text('servings'),
    cuisine: text('cuisine'),
    difficulty: difficulties.find((difficulty) => difficulty === field('difficulty')) ?? 'Easy',
    ingredients: listOf(field('ingredients')).map(ingredientOf),
    ingredient: ingredientOf(field('ingredient')),
    instructions: listOf(field('instructions')).map(textOf),
    instruction: text('instruction'),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function ingredientOf(value: unknown): RecipeIngredient {
  if (typeof value !== 'object' || value === null) return noIngredient;
  const part = (name: keyof RecipeIngredient) => textOf(Reflect.get(value, name));
  return { name: part('name'), amount: part('amount'), unit: part('unit') };
}

/** A recipe as it stands in the form to be revised. */
export const draftOf = (recipe: Recipe): RecipeDraft => ({
  ...emptyDraft,
  type: recipe.type === 'image' ? 'image' : 'youtube',
  title: recipe.title,
  author: recipe.credited ? recipe.author : '',
  imageUrl: recipe.imageUrl ?? '',
  youtubeUrl: recipe.youtubeUrl ?? '',
  description: recipe.description,
  cookingTime: String(recipe.cookingTime ?? ''),
  servings: String(recipe.servings ?? ''),
  cuisine: recipe.cuisine,
  difficulty: recipe.difficulty ?? 'Easy',
  ingredients: recipe.ingredients,
  instructions: recipe.instructions,
});

/** Nothing of what a video could tell stands in it yet. */
export const isUnwritten = ({ title, author, ingredients, instructions }: RecipeDraft): boolean =>
  title.trim() === '' && author.trim() === '' && ingredients.length === 0 && instructions.length === 0;

/** Another type has another address. */
export const withType = (draft: RecipeDraft, type: RecipeDraft['type']): RecipeDraft =>
  type === 'youtube' ? { ...draft, type, imageUrl: '' } : { ...draft, type, youtubeUrl: '' };

/** Another video has another picture. */
export const withVideoUrl = (draft: RecipeDraft, youtubeUrl: string): RecipeDraft =>
  youtubeIdOf(youtubeUrl) === youtubeIdOf(draft.youtubeUrl)
    ? { ...draft, youtubeUrl }
    : { ...draft, youtubeUrl, imageUrl: '' };

/** What stands in the boxes of the ingredient becomes one, if it has a name. */
export function withIngredient(draft: RecipeDraft): RecipeDraft {
  const { name, amount, unit } = draft.ingredient;
  if (name.trim() === '') return draft;
  const added = { name: name.trim(), amount: amount.trim(), unit: unit.trim() };
  return { ...draft, ingredients: [...draft.ingredients, added], ingredient: noIngredient };
}

export const withoutIngredient = (draft: RecipeDraft, at: number): RecipeDraft => ({
  ...draft,
  ingredients: draft.ingredients.toSpliced(at, 1),
});

/** What stands in the box of the instruction becomes a step, unless it is blank. */
export function withInstruction(draft: RecipeDraft): RecipeDraft {
  const step = draft.instruction.trim();
  return step === '' ? draft : { ...draft, instructions: [...draft.instructions, step], instruction: '' };
}

export const withoutInstruction = (draft: RecipeDraft, at: number): RecipeDraft => ({
  ...draft,
  instructions: draft.instructions.toSpliced(at, 1),
});

/** The form as it is sent; what was written last and not added yet is not lost. */
export function formOf(draft: RecipeDraft): RecipeForm {
  const { type, cookingTime, servings, ingredients, instructions, ...written } = withInstruction(withIngredient(draft));
  const text = (name: 'author' | 'imageUrl' | 'youtubeUrl' | 'description' | 'cuisine') => {
    const value = written[name].trim();
    return value === '' ? {} : { [name]: value };
  };
  return {
    type,
    title: written.title.trim(),
    ...text('author'),
    ...text('imageUrl'),
    ...(type === 'youtube' && { youtubeUrl: written.youtubeUrl.trim() }),
    ...text('description'),
    ...(cookingTime.trim() !== '' && { cookingTime: Number(cookingTime) }),
    ...(servings.trim() !== '' && { servings: Number(servings) }),
    ...text('cuisine'),
    difficulty: written.difficulty,
    ingredients: [...ingredients],
    instructions: [...instructions],
  };
}
