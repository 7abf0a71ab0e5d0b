/** Generated recipes with the word frequencies of a cookbook: a few words are common, most are rare. */
import type { RecipeText } from '../../../server/core/domain/recipe/events.ts';

const adjectives = ['Slow', 'Crispy', 'Smoky', 'Sweet', 'Spicy', 'Roasted', 'Braised', 'Creamy', 'Fresh', 'Golden'];
const mains = ['Chicken', 'Rice', 'Noodle', 'Tomato', 'Lentil', 'Pork', 'Salmon', 'Aubergine', 'Chickpea', 'Mushroom'];
const dishes = ['Soup', 'Stew', 'Salad', 'Curry', 'Pie', 'Bake', 'Dumplings', 'Tacos', 'Risotto', 'Stir-fry'];
const cuisines = ['Italian', 'Korean', 'Mexican', 'Greek', 'Indian', 'Japanese', 'Thai', 'French'];
const ingredients = ['Salt', 'Olive oil', 'Garlic', 'Onion', 'Butter', 'Basil', 'Cumin', 'Ginger', 'Lime', 'Parmesan'];
const syllables = ['ka', 'ru', 'mi', 'lo', 'ta', 'ven', 'so', 'bri', 'ne', 'pol', 'dar', 'gi', 'hu', 'ses', 'wa', 'xo'];

/** Picks an item by number. */
const pick = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
};

/** One of thousands of invented names. */
const rare = (n: number): string => {
  const name = pick(syllables, n) + pick(syllables, n >> 4) + pick(syllables, n >> 8);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Recipe number `n`. The titles of ten thousand recipes are unique. */
export function sampleRecipe(n: number): RecipeText {
  const main = pick(mains, n);
  const dish = pick(dishes, Math.floor(n / 10));
  return {
    title: `${pick(adjectives, Math.floor(n / 100))} ${main} ${dish} of ${rare(n * 7)}`,
    author: null,
    media: { type: 'image', picture: { from: 'art', name: 'ramen' } },
    description: `An evening with friends and ${main.toLowerCase()}, as they make it in ${rare(n * 13)}.`,
    cookingTime: 10 + (n % 90),
    servings: 1 + (n % 8),
    cuisine: pick(cuisines, n),
    difficulty: 'Easy',
    ingredients: Array.from({ length: 6 }, (_, i) => ({
      name: pick(ingredients, n + i * i),
      amount: '2',
      unit: 'tbsp',
    })),
    instructions: [`Cook the ${main.toLowerCase()} gently.`, 'Season it, and serve at once.'],
  };
}

/** Omits a letter. */
const oneEdit = (word: string): string => word.slice(0, 2) + word.slice(3);

/** Transposes two letters, which is an edit distance of two. */
const twoEdits = (word: string): string => `${word.slice(0, 3)}${word.charAt(4)}${word.charAt(3)}${word.slice(5)}`;

/** Typical queries. */
export const sampleQueries: Readonly<Record<'beginnings' | 'words' | 'typos', readonly string[]>> = {
  beginnings: adjectives.flatMap((adjective, n) => [
    adjective.slice(0, 3),
    `${adjective} ${pick(mains, n).slice(0, 2)}`,
  ]),
  words: [
    ...mains.flatMap((main, n) => [
      `${main} ${pick(dishes, n)}`,
      `${main} ${pick(ingredients, n)} ${pick(cuisines, n)}`,
    ]),
    ...Array.from({ length: 10 }, (_, n) => rare(n * 77)),
    'evening with friends',
  ],
  typos: mains.filter(({ length }) => length > 5).flatMap((main) => [`${oneEdit(main)} soup`, twoEdits(main)]),
};
