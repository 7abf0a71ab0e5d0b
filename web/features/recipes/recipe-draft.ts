import type { Difficulty, Recipe, RecipeForm, RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import type { VideoDraft } from '../../../server/core/contracts/video-import.ts';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { movedTo } from '../../lib/moved-to.ts';
import { type PhotoDraft, toPhotoForm } from '../../photos/photo-draft.ts';

/** The content of the recipe form, including the fields of an ingredient and a step that are not added yet. */
export interface RecipeDraft {
  type: RecipeForm['type'];
  title: string;
  /** The credited author. Empty to credit the user who writes the recipe. */
  author: string;
  imageUrl: string;
  /** At most one. It comes before the address of a picture. */
  photo: readonly PhotoDraft[];
  /** Number of photos that are being uploaded. A stored draft is parsed without it. */
  sendingPhotos?: number;
  youtubeUrl: string;
  description: string;
  cookingTime: string;
  servings: string;
  cuisine: string;
  /** Empty: not stated. */
  difficulty: Difficulty | '';
  ingredients: readonly RecipeIngredient[];
  ingredient: RecipeIngredient;
  instructions: readonly string[];
  instruction: string;
  /** What a video filled in. A stored draft is parsed without it: it is lost on a reload. */
  imported?: ImportedVideo | undefined;
  /** Among the author's drafts. */
  draftId?: string;
  /** The revision of the recipe that is edited. */
  revision?: string;
}

/** The fields that a video can fill in. */
export type ImportedField = 'title' | 'author' | 'imageUrl' | 'ingredients' | 'instructions';

export interface ImportedVideo {
  readonly video: VideoDraft;
  readonly filled: readonly ImportedField[];
  /** The fields before the import. */
  readonly before: Pick<RecipeDraft, ImportedField>;
}

export const noIngredient: RecipeIngredient = { name: '', amount: '', unit: '' };

export const emptyDraft: RecipeDraft = {
  type: 'image',
  title: '',
  author: '',
  imageUrl: '',
  photo: [],
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

/** The draft for editing a recipe. */
export const toDraft = (recipe: Recipe): RecipeDraft => ({
  ...emptyDraft,
  type: recipe.type === 'image' ? 'image' : 'youtube',
  title: recipe.title,
  author: recipe.credited ? recipe.author : '',
  imageUrl: recipe.photo ? '' : (recipe.imageUrl ?? ''),
  photo: recipe.photo ? [{ ...recipe.photo, pictures: recipe.pictures ?? [] }] : [],
  youtubeUrl: recipe.youtubeUrl ?? '',
  description: recipe.description,
  cookingTime: String(recipe.cookingTime ?? ''),
  servings: String(recipe.servings ?? ''),
  cuisine: recipe.cuisine,
  difficulty: recipe.difficulty ?? '',
  ingredients: recipe.ingredients,
  instructions: recipe.instructions,
});

/**
 * The draft of an adaptation. It credits its original, not whom that credits. A photo that another author has uploaded is left
 * out: it shows their dish, and they remove it by withdrawing their recipe. One that came from an address comes from there again.
 * @param origin of this page, since the address of a bundled picture is a path
 */
export function toAdaptation(recipe: Recipe, { isOwn, origin }: { isOwn: boolean; origin: string }): RecipeDraft {
  const draft = { ...toDraft(recipe), author: '' };
  const address = isOwn ? draft.imageUrl : (recipe.photo?.source ?? draft.imageUrl);
  const imageUrl = address === '' ? '' : new URL(address, origin).href;
  // The form has no videos of TikTok.
  const type = recipe.youtubeUrl === undefined ? 'image' : 'youtube';
  return { ...draft, type, imageUrl, photo: isOwn ? draft.photo : [] };
}

/** Whether the form would send the same recipe. */
export const hasSameContent = (draft: RecipeDraft, other: RecipeDraft): boolean =>
  JSON.stringify([toRecipeForm(draft), draft.youtubeUrl]) === JSON.stringify([toRecipeForm(other), other.youtubeUrl]);

/** Whether the fields that a video can fill in are empty, except for the picture. */
export const hasNoImportableFields = ({ title, author, ingredients, instructions }: RecipeDraft): boolean =>
  title.trim() === '' && author.trim() === '' && ingredients.length === 0 && instructions.length === 0;

/** Clears the address of the other type, and the photo. */
export const withType = (draft: RecipeDraft, type: RecipeDraft['type']): RecipeDraft =>
  type === 'youtube' ? { ...draft, type, imageUrl: '', photo: [] } : { ...draft, type, youtubeUrl: '' };

/** Clears the picture if the address is of another video. */
export const withVideoUrl = (draft: RecipeDraft, youtubeUrl: string): RecipeDraft =>
  youtubeIdOf(youtubeUrl) === youtubeIdOf(draft.youtubeUrl)
    ? { ...draft, youtubeUrl }
    : { ...draft, youtubeUrl, imageUrl: '', photo: [] };

/** Adds the ingredient in the fields to the list, if it has a name. */
export function withIngredient(draft: RecipeDraft): RecipeDraft {
  const { name, amount, unit } = draft.ingredient;
  if (name.trim() === '') return draft;
  const added = { name: name.trim(), amount: amount.trim(), unit: unit.trim() };
  return { ...draft, ingredients: [...draft.ingredients, added], ingredient: noIngredient };
}

export const withIngredientAt = (draft: RecipeDraft, at: number, ingredient: RecipeIngredient): RecipeDraft => ({
  ...draft,
  ingredients: draft.ingredients.with(at, ingredient),
});

/** Adds the instruction in the field to the list, unless it is blank. */
export function withInstruction(draft: RecipeDraft): RecipeDraft {
  const step = draft.instruction.trim();
  return step === '' ? draft : { ...draft, instructions: [...draft.instructions, step], instruction: '' };
}

export const withInstructionAt = (draft: RecipeDraft, at: number, step: string): RecipeDraft => ({
  ...draft,
  instructions: draft.instructions.with(at, step),
});

export const withoutEntry = (draft: RecipeDraft, list: 'ingredients' | 'instructions', at: number): RecipeDraft => ({
  ...draft,
  [list]: draft[list].toSpliced(at, 1),
});

export const withEntryMoved = (
  draft: RecipeDraft,
  list: 'ingredients' | 'instructions',
  from: number,
  to: number,
): RecipeDraft => ({
  ...draft,
  ...(list === 'ingredients'
    ? { ingredients: movedTo(draft.ingredients, from, to) }
    : { instructions: movedTo(draft.instructions, from, to) }),
});

/** Removes entries that the user has emptied. */
export const withoutBlankEntries = (draft: RecipeDraft): RecipeDraft => ({
  ...draft,
  ingredients: draft.ingredients.filter(({ name }) => name.trim() !== ''),
  instructions: draft.instructions.filter((step) => step.trim() !== ''),
});

/** The request body. Includes an ingredient and a step that are still in their fields. */
export function toRecipeForm(draft: RecipeDraft): RecipeForm {
  const { type, photo, cookingTime, servings, difficulty, ingredients, instructions, ...written } = withInstruction(
    withIngredient(draft),
  );
  const [uploaded] = photo;
  const optionalText = (name: 'author' | 'imageUrl' | 'youtubeUrl' | 'description' | 'cuisine') => {
    const value = written[name].trim();
    return value === '' ? {} : { [name]: value };
  };
  return {
    type,
    title: written.title.trim(),
    ...optionalText('author'),
    ...(uploaded ? { photo: toPhotoForm(uploaded) } : optionalText('imageUrl')),
    ...(type === 'youtube' && { youtubeUrl: written.youtubeUrl.trim() }),
    ...optionalText('description'),
    ...(cookingTime.trim() !== '' && { cookingTime: Number(cookingTime) }),
    ...(servings.trim() !== '' && { servings: Number(servings) }),
    ...optionalText('cuisine'),
    ...(difficulty !== '' && { difficulty }),
    ingredients: [...ingredients],
    instructions: [...instructions],
  };
}
