import { expect, test } from 'vitest';
import { recipe } from '../http/openapi/examples.ts';
import { toSchemaOrg } from './schema-org.ts';

const url = `https://potluck.example/recipe/${recipe.id}`;

test('describes a recipe as schema.org does', () => {
  expect(toSchemaOrg(recipe, url)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: 'Greek salad',
    url,
    author: { '@type': 'Person', name: 'Mia' },
    datePublished: '2026-11-18T17:30:00.000Z',
    description: 'Best with tomatoes that have seen the sun',
    image: ['https://example.org/feta.webp'],
    recipeCuisine: 'Greek',
    totalTime: 'PT15M',
    recipeYield: '2 servings',
    recipeIngredient: ['4 Tomatoes', '200 g Feta'],
    recipeInstructions: [
      { '@type': 'HowToStep', text: 'Cut the tomatoes' },
      { '@type': 'HowToStep', text: 'Crumble the feta over them' },
    ],
  });
});

test('leaves out what the author has not said, and names each picture once, by its whole address', () => {
  const { servings: _s, cookingTime: _c, ...rest } = recipe;
  const pictures = [480, 960].map((width) => ({ url: `/art/pie-${width}.webp`, width, height: width }));
  const bare = { ...rest, description: '', cuisine: '', ingredients: [], instructions: [] };
  expect(toSchemaOrg({ ...bare, imageUrl: '/art/pie-960.webp', pictures }, url)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: 'Greek salad',
    url,
    author: { '@type': 'Person', name: 'Mia' },
    datePublished: '2026-11-18T17:30:00.000Z',
    image: ['https://potluck.example/art/pie-960.webp', 'https://potluck.example/art/pie-480.webp'],
  });
});
