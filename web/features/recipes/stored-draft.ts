import type { RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import type { DraftText } from '../../components/drafts-dialog.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { parsePhotos } from '../../photos/photo-draft.ts';
import { difficulties } from './difficulties.ts';
import { emptyDraft, noIngredient, type RecipeDraft } from './recipe-draft.ts';

/** Parses a stored draft. An invalid field gets its default value. */
export function parseDraft(stored: unknown): RecipeDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return;
  const field = (name: keyof RecipeDraft): unknown => Reflect.get(stored, name);
  const text = (name: keyof RecipeDraft): string => parseText(field(name));
  return {
    type: field('type') === 'youtube' ? 'youtube' : 'image',
    title: text('title'),
    author: text('author'),
    imageUrl: text('imageUrl'),
    photo: parsePhotos(field('photo')).slice(0, 1),
    youtubeUrl: text('youtubeUrl'),
    description: text('description'),
    cookingTime: text('cookingTime'),
    servings: text('servings'),
    cuisine: text('cuisine'),
    difficulty: [...difficulties, '' as const].find((difficulty) => difficulty === field('difficulty')) ?? 'Easy',
    ingredients: parseList(field('ingredients')).map(parseIngredient),
    ingredient: parseIngredient(field('ingredient')),
    instructions: parseList(field('instructions')).map(parseText),
    instruction: text('instruction'),
    ...(text('draftId') !== '' && { draftId: text('draftId') }),
    ...(text('revision') !== '' && { revision: text('revision') }),
  };
}

const parseText = (value: unknown): string => (typeof value === 'string' ? value : '');

const parseList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parseIngredient(value: unknown): RecipeIngredient {
  if (typeof value !== 'object' || value === null) return noIngredient;
  const part = (name: keyof RecipeIngredient) => parseText(Reflect.get(value, name));
  return { name: part('name'), amount: part('amount'), unit: part('unit') };
}

/** How a list of drafts shows one. */
export function draftText(stored: unknown): DraftText {
  const { title, ingredients, instructions } = parseDraft(stored) ?? emptyDraft;
  const parts = [formatCount(ingredients.length, 'ingredient'), formatCount(instructions.length, 'step')];
  return { title: title.trim() || 'Without a title', rest: parts.join(', ') };
}
