import { expect, test } from 'vitest';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import {
  emptyDraft,
  toAdaptation,
  toDraft,
  toRecipeForm,
  withIngredient,
  withIngredientAt,
  withInstruction,
  withInstructionAt,
  withoutBlankEntries,
  withoutEntry,
  withType,
} from './recipe-draft.ts';
import { parseDraft } from './stored-draft.ts';

const flour = { name: 'Flour', amount: '1 1/2', unit: 'cups' };

test("changing the type clears the other type's address", () => {
  const image = { ...emptyDraft, imageUrl: 'https://example.org/pie.jpg' };
  const video = withType(image, 'youtube');
  expect(video).toMatchObject({ type: 'youtube', imageUrl: '' });
  expect(withType({ ...video, youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' }, 'image')).toMatchObject({
    type: 'image',
    youtubeUrl: '',
  });
});

test('an ingredient is added only if it has a name, and its fields are cleared', () => {
  const nameless = { ...emptyDraft, ingredient: { ...flour, name: '  ' } };
  expect(withIngredient(nameless)).toBe(nameless);
  const added = withIngredient({ ...emptyDraft, ingredient: { name: ' Flour ', amount: '1 1/2 ', unit: ' cups' } });
  expect(added.ingredients).toEqual([flour]);
  expect(added.ingredient).toEqual(emptyDraft.ingredient);
  expect(withoutEntry(added, 'ingredients', 0).ingredients).toEqual([]);
});

test('an instruction is added unless it is blank; deleting one keeps the order of the others', () => {
  const blank = { ...emptyDraft, instruction: ' ' };
  expect(withInstruction(blank)).toBe(blank);
  const two = withInstruction({ ...emptyDraft, instructions: ['Mix'], instruction: ' Knead ' });
  const three = withInstruction({ ...two, instruction: 'Bake' });
  expect(three.instructions).toEqual(['Mix', 'Knead', 'Bake']);
  expect(withoutEntry(three, 'instructions', 1).instructions).toEqual(['Mix', 'Bake']);
});

test('an entry is changed in place, and removed when it is emptied', () => {
  const draft = { ...emptyDraft, ingredients: [flour, { ...flour, name: 'Salt' }], instructions: ['Mix', 'Bake'] };
  expect(withIngredientAt(draft, 0, { ...flour, amount: '2' }).ingredients[0]).toEqual({ ...flour, amount: '2' });
  const emptied = withInstructionAt(withIngredientAt(draft, 0, { ...flour, name: ' ' }), 1, '');
  expect(withoutBlankEntries(emptied)).toMatchObject({ ingredients: [{ name: 'Salt' }], instructions: ['Mix'] });
});

test('the request body omits empty fields, and includes entries that are not added yet', () => {
  const draft = { ...emptyDraft, title: ' Bread ', servings: '4', ingredient: flour, instruction: 'Bake.' };
  expect(toRecipeForm(draft)).toEqual({
    type: 'image',
    title: 'Bread',
    servings: 4,
    difficulty: 'Easy',
    ingredients: [flour],
    instructions: ['Bake.'],
  });
});

const recipe: Recipe = {
  id: '1',
  revision: '0',
  type: 'youtube',
  title: 'Pancakes',
  author: 'A channel',
  authorId: 'mia',
  credited: true,
  imageUrl: 'https://example.org/pancakes.jpg',
  youtubeUrl: 'https://www.youtube-nocookie.com/embed/LWuuCndtJr0',
  cuisine: 'American',
  cookingTime: 20,
  createdAt: '2026-01-01T00:00:00.000Z',
  description: 'Thick ones.',
  servings: 2,
  difficulty: 'Medium',
  ingredients: [flour],
  instructions: ['Mix.', 'Fry.'],
};

test('editing a recipe without changes sends it unchanged', () => {
  const { id, revision, authorId, credited, createdAt, ...written } = recipe;
  expect(toRecipeForm(toDraft(recipe))).toEqual(written);
  expect(toRecipeForm(toDraft({ ...recipe, credited: false }))).not.toHaveProperty('author');
  const { difficulty: _difficulty, ...easyOrNot } = recipe;
  expect(toRecipeForm(toDraft(easyOrNot))).not.toHaveProperty('difficulty');
});

test('an adaptation starts from all fields but the credit, and the photo of another author', () => {
  const origin = 'https://potluck.example';
  const { author: _author, ...fields } = toDraft(recipe);
  expect(toAdaptation(recipe, { isOwn: false, origin })).toMatchObject({ ...fields, author: '' });
  const photo = { id: '3f1c', alt: 'A stack', placeholder: 'data:,' };
  const pictured: Recipe = { ...recipe, type: 'image', imageUrl: '/pictures/3f1c/640', pictures: [], photo };
  expect(toAdaptation(pictured, { isOwn: false, origin })).toMatchObject({ imageUrl: '', photo: [] });
  expect(toAdaptation(pictured, { isOwn: true, origin }).photo).toMatchObject([photo]);
  const source = 'https://blog.example/stack.jpg';
  const fetched = { ...pictured, photo: { ...photo, source } };
  expect(toAdaptation(fetched, { isOwn: false, origin })).toMatchObject({ imageUrl: source, photo: [] });
  const { youtubeUrl: _youtubeUrl, ...sample } = recipe;
  const adapted = toAdaptation({ ...sample, type: 'tiktok', imageUrl: '/assets/pie.webp' }, { isOwn: false, origin });
  expect(adapted).toMatchObject({ type: 'image', imageUrl: 'https://potluck.example/assets/pie.webp' });
});

test('parseDraft replaces invalid fields with their default values', () => {
  const draft = { ...toDraft(recipe), draftId: 'd1' };
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(
    parseDraft({ title: 5, difficulty: 'Impossible', ingredients: [null, { name: 'Salt' }], instructions: 'x' }),
  ).toEqual({
    ...emptyDraft,
    ingredients: [
      { name: '', amount: '', unit: '' },
      { name: 'Salt', amount: '', unit: '' },
    ],
  });
  expect(parseDraft(null)).toBeUndefined();
});
