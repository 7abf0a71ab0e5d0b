import { Refusal } from '../refusal.ts';

export const recipeRefusals = {
  notFound: () => new Refusal('not-found', 'RECIPE_NOT_FOUND', 'Recipe not found'),
  idInUse: () => new Refusal('conflict', 'ID_IN_USE', 'There is a recipe with this id already; send a new id'),
  originalNotFound: () =>
    new Refusal('conflict', 'ORIGINAL_NOT_FOUND', 'The recipe that yours is based on is not here any more'),
  changedMeanwhile: () =>
    new Refusal(
      'conflict',
      'RECIPE_CHANGED_MEANWHILE',
      'This recipe was revised meanwhile, for example on another device. Look at it, and save again to replace it',
    ),
  notTheAuthor: () => new Refusal('forbidden', 'NOT_THE_AUTHOR', 'Only the author can change this recipe'),
  titleRequired: () => new Refusal('invalid', 'TITLE_REQUIRED', 'Title is required', 'title'),
};
