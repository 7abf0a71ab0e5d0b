import { imageMedia, ingredient, type Sample, tiktokMedia } from './recipe.ts';

export const pizza: Sample = {
  id: '5a3c1e00-0000-8000-8000-000000000002',
  recipe: {
    title: 'Margherita Pizza',
    author: 'Luca Ferri',
    media: imageMedia('pizza'),
    description: 'Tomato, mozzarella and basil on a crisp base. The dough rests overnight and asks for little else.',
    cookingTime: 40,
    servings: 2,
    cuisine: 'Italian',
    difficulty: 'Medium',
    ingredients: [
      ingredient('Strong white flour', '320', 'g'),
      ingredient('Water, lukewarm', '210', 'ml'),
      ingredient('Dried yeast', '1/2', 'tsp'),
      ingredient('Salt', '1 1/2', 'tsp'),
      ingredient('Peeled tomatoes', '200', 'g'),
      ingredient('Mozzarella', '200', 'g'),
      ingredient('Basil', '1', 'bunch'),
      ingredient('Olive oil', '2', 'tbsp'),
    ],
    instructions: [
      'Mix the flour, water, yeast and 1 teaspoon of the salt to a rough dough, wait 10 minutes and knead it until smooth. Let it rise, covered, in the fridge overnight.',
      'Shape the dough into two balls and leave them at room temperature for 2 hours. Drain the mozzarella and tear it up.',
      'Heat the oven to 250 °C or as hot as it goes, with a tray in it, for 30 minutes.',
      'Crush the tomatoes by hand with the rest of the salt and half of the oil.',
      'Press each ball into a round of 28 cm on baking parchment, leaving the rim thick. Spread the tomatoes on it.',
      'Slide it on to the hot tray and bake for 5 minutes, scatter the mozzarella over it and bake for 4 to 5 minutes more, until the rim is brown in spots. Finish with basil and the rest of the oil.',
    ],
  },
};

export const pasta: Sample = {
  id: '5a3c1e00-0000-8000-8000-000000000008',
  recipe: {
    title: 'Spaghetti al Pomodoro',
    author: 'Giulia Conti',
    media: imageMedia('pasta'),
    description: 'The supper that is always possible: pasta, tomatoes, garlic and the patience to toss them well.',
    cookingTime: 25,
    servings: 2,
    cuisine: 'Italian',
    difficulty: 'Easy',
    ingredients: [
      ingredient('Spaghetti', '200', 'g'),
      ingredient('Cherry tomatoes', '400', 'g'),
      ingredient('Garlic', '2', 'cloves'),
      ingredient('Olive oil', '3', 'tbsp'),
      ingredient('Basil', '1/2', 'bunch'),
      ingredient('Parmesan', '30', 'g'),
      ingredient('Salt'),
    ],
    instructions: [
      'Bring a large pot of water to the boil and salt it well.',
      'Warm the sliced garlic in the oil over low heat until it begins to colour. Add the halved tomatoes and a pinch of salt and let them collapse for 12 minutes.',
      'Cook the spaghetti for 2 minutes less than the packet says. Keep a cup of the water.',
      'Lift the spaghetti into the tomatoes, add a splash of the water and toss over high heat for 2 minutes, until the sauce coats every strand.',
      'Tear the basil over it and serve with grated parmesan.',
    ],
  },
};

export const greekSalad: Sample = {
  id: '5a3c1e00-0000-8000-8000-000000000004',
  recipe: {
    title: 'Greek Salad',
    author: 'Eleni Pappas',
    media: imageMedia('greek'),
    description: 'Ripe tomatoes, cucumber, olives and a slab of feta, and no lettuce. Bread for the juices.',
    cookingTime: 15,
    servings: 4,
    cuisine: 'Mediterranean',
    difficulty: 'Easy',
    ingredients: [
      ingredient('Tomatoes', '600', 'g'),
      ingredient('Cucumber', '1'),
      ingredient('Green pepper', '1'),
      ingredient('Red onion', '1'),
      ingredient('Kalamata olives', '100', 'g'),
      ingredient('Feta', '200', 'g'),
      ingredient('Olive oil', '5', 'tbsp'),
      ingredient('Red wine vinegar', '1', 'tbsp'),
      ingredient('Dried oregano', '1', 'tsp'),
      ingredient('Salt', '1/2', 'tsp'),
    ],
    instructions: [
      'Slice the onion into thin rings and lay them in cold water for 10 minutes; they turn mild.',
      'Cut the tomatoes into wedges, the cucumber into half moons and the pepper into rings. Salt the tomatoes.',
      'Toss the vegetables and the drained onion with the vinegar and half of the oil.',
      'Scatter the olives over it and lay the feta on top in one piece.',
      'Pour over the rest of the oil, rub the oregano between your fingers on to the feta and serve at once.',
    ],
  },
};

export const bakedFeta: Sample = {
  id: '5a3c1e00-0000-8000-8000-000000000005',
  recipe: {
    title: 'Baked Feta Pasta',
    author: 'Noa Levi',
    media: tiktokMedia('6922938178559069446', 'feta'),
    description: 'A block of feta and a dish of tomatoes melt into a sauce while you do something else.',
    cookingTime: 45,
    servings: 4,
    cuisine: 'Mediterranean',
    difficulty: 'Easy',
    ingredients: [
      ingredient('Cherry tomatoes', '600', 'g'),
      ingredient('Feta', '200', 'g'),
      ingredient('Rigatoni', '320', 'g'),
      ingredient('Garlic', '4', 'cloves'),
      ingredient('Olive oil', '100', 'ml'),
      ingredient('Chilli flakes', '1/4', 'tsp'),
      ingredient('Basil', '1', 'bunch'),
      ingredient('Salt'),
      ingredient('Black pepper'),
    ],
    instructions: [
      'Heat the oven to 200 °C.',
      'Toss the tomatoes and the peeled garlic in a baking dish with most of the oil, some salt and the chilli. Set the feta in the middle, pour over the rest of the oil and grind pepper on it.',
      'Bake for 35 minutes, until the tomatoes have burst and the feta is soft and golden.',
      'Meanwhile cook the pasta in salted water, and keep a cup of the water.',
      'Mash the feta, the garlic and the tomatoes with a fork to a sauce.',
      'Stir in the pasta with a splash of its water and tear the basil over it.',
    ],
  },
};
