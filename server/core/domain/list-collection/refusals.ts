import { groceryLimits } from '../../contracts/limits.ts';
import { Refusal } from '../refusal.ts';

export const listCollectionRefusals = {
  listNotFound: (field?: string) =>
    new Refusal('not-found', 'LIST_NOT_FOUND', 'There is no such list, or it was closed', field),
  idInUse: () => new Refusal('conflict', 'ID_IN_USE', 'There is a list with this id already'),
  nameRequired: () => new Refusal('invalid', 'NAME_REQUIRED', 'A list needs a name', 'name'),
  tooManyLists: () =>
    new Refusal('conflict', 'TOO_MANY_LISTS', `There can be ${groceryLimits.lists} lists; close one first`),
};
