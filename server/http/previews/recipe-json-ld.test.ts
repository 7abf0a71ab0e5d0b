import { expect, test } from 'vitest';
import { recipe } from '../openapi/examples.ts';
import { recipeJsonLd } from './recipe-json-ld.ts';

const absolute = (address: string): string => new URL(address, 'https://potluck.example').href;

test('describes a recipe as schema.org does', () => {
  expect(recipeJsonLd(recipe, absolute)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: 'Greek salad',
    url: `https://potluck.example/recipe/${recipe.id}`,
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
  expect(recipeJsonLd({ ...bare, imageUrl: '/art/pie-960.webp', pictures }, absolute)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: 'Greek salad',
    url: `https://potluck.example/recipe/${recipe.id}`,
    author: { '@type': 'Person', name: 'Mia' },
    datePublished: '2026-11-18T17:30:00.000Z',
    image: ['https://potluck.example/art/pie-960.webp', 'https://potluck.example/art/pie-480.webp'],
  });
});
