import { ReadModelUnavailable } from '../../../../projections/read-models/read-model-store.ts';
import {
  AddedItems,
  AddIngredients,
  ChangeGroceryItem,
  ClearItems,
  GroceryItem,
  GroceryList,
  type HistoryEntry,
  HistoryPage,
  ItemPath,
  ListPath,
  RestoreItems,
} from '../../../core/contracts/grocery-list.ts';
import { PageQuery } from '../../../core/contracts/shared.ts';
import { NewerRelease } from '../../../core/domain/event-versions.ts';
import { groceryListRefusals } from '../../../core/domain/grocery-list/refusals.ts';
import { EventLogUnavailable } from '../../../core/event-log.ts';
import { forbidden, HttpError } from '../../answers/errors.ts';
import { groceries, mia } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';

const tag = 'Grocery list';
const { listId, milk, feta } = groceries;

export const notYours = () => forbidden("This is somebody else's grocery list");
export const idRequired = (message = 'User ID and ingredient ID are required') =>
  new HttpError(400, 'ID_REQUIRED', message);
const { listFull, idInUse, nameRequired, nothingToRestore } = groceryListRefusals;

const entry: HistoryEntry = {
  revision: '7',
  at: '2026-11-18T17:40:00.000Z',
  by: mia,
  did: 'checked',
  items: [{ id: milk.id, name: milk.name }],
};

export const readList = {
  tag,
  summary: 'Read the list',
  token: 'required',
  kind: 'read with ETag',
  params: ListPath,
  responses: [json(200, 'The list', GroceryList, { 'A list': { listId, revision: '7', items: [milk, feta] } })],
  errors: [notYours()],
} satisfies Operation;

export const readHistory = {
  tag,
  summary: 'Read who did what when',
  description: 'Newest first, from the log itself.',
  token: 'required',
  params: ListPath,
  querystring: PageQuery,
  responses: [json(200, 'A page of it', HistoryPage, { 'A page': { items: [entry], nextCursor: '6' } })],
  errors: [notYours(), new EventLogUnavailable(''), new NewerRelease(''), new ReadModelUnavailable('')],
} satisfies Operation;

export const addItems = {
  tag,
  summary: 'Add to the list',
  description: 'Amounts are text, as they may be a fraction; a number is taken for one.',
  token: 'required',
  kind: 'write',
  body: AddIngredients,
  bodyExamples: {
    Ingredients: { userId: mia.uid, ingredients: [{ name: 'Milk', amount: '1/2', unit: 'l' }, { name: 'Salt' }] },
    'From a recipe': {
      userId: mia.uid,
      ingredients: [{ name: 'Feta', amount: 200, unit: 'g', recipeId: feta.recipeId, recipeTitle: feta.recipeTitle }],
    },
  },
  responses: [json(201, 'What was added', AddedItems, { Items: { listId, items: [feta] } })],
  errors: [notYours(), listFull(), idInUse(), nameRequired()],
} satisfies Operation;

export const changeItem = {
  tag,
  summary: 'Change an item, or check it off',
  description: 'What is left out stays as it is.',
  token: 'required',
  kind: 'write',
  params: ItemPath,
  body: ChangeGroceryItem,
  bodyExamples: { 'Checked off': { checked: true }, 'Another amount': { amount: '1 1/2' } },
  responses: [json(200, 'The item as it became', GroceryItem, { 'An item': milk })],
  errors: [idRequired(), notYours(), nameRequired()],
} satisfies Operation;

export const removeItem = {
  tag,
  summary: 'Remove an item',
  token: 'required',
  kind: 'write',
  params: ItemPath,
  responses: [noContent('It is off the list')],
  errors: [idRequired(), notYours()],
} satisfies Operation;

export const clearList = {
  tag,
  summary: 'Clear the list',
  description:
    'Takes away the items with these ids, as far as they are there: whatever else came meanwhile stays. Without a body ' +
    'or ids, all of them.',
  token: 'required',
  kind: 'write',
  params: ListPath,
  body: ClearItems,
  bodyExamples: { 'What one saw of it': { ingredientIds: [milk.id, feta.id] }, 'All of it': {} },
  isBodyOptional: true,
  responses: [noContent('They are off the list')],
  errors: [idRequired(), notYours()],
} satisfies Operation;

export const restoreItems = {
  tag,
  summary: 'Undo a removal or a clearing',
  description:
    'Puts the items with these ids back as they were; without ids, what the last clearing of the whole list took away.',
  token: 'required',
  kind: 'write',
  params: ListPath,
  body: RestoreItems,
  bodyExamples: { 'What was last cleared': {}, 'These items': { ingredientIds: [milk.id] } },
  responses: [json(200, 'What was put back', AddedItems, { Items: { listId, items: [milk] } })],
  errors: [notYours(), listFull(), nothingToRestore()],
} satisfies Operation;
