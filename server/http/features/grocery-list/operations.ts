import { ReadModelUnavailable } from '../../../../projections/read-models/read-model-store.ts';
import { Overloaded } from '../../../commands/stream-queue.ts';
import {
  AddedItems,
  AddIngredients,
  ChangeGroceryItem,
  ChangePath,
  CheckedItems,
  CheckItems,
  ClearItems,
  GroceryItem,
  GroceryList,
  type HistoryEntry,
  HistoryPage,
  ItemPath,
  ListPath,
  RestoreItems,
  TakeBack,
  TakenBack,
  UndoneChange,
} from '../../../core/contracts/grocery-list.ts';
import { PageQuery } from '../../../core/contracts/shared.ts';
import { NewerRelease } from '../../../core/domain/event-versions.ts';
import { groceryListRefusals } from '../../../core/domain/grocery-list/refusals.ts';
import { listCollectionRefusals } from '../../../core/domain/list-collection/refusals.ts';
import { EventLogUnavailable } from '../../../core/event-log.ts';
import { groceries, mia } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { forbidden, HttpError } from '../../responses/errors.ts';

const tag = 'Grocery list';
const { listId, milk, feta } = groceries;

export const notYours = () => forbidden("This is somebody else's grocery list");
export const idRequired = (message = 'User ID and ingredient ID are required') =>
  new HttpError(400, 'ID_REQUIRED', message);
const { listFull, idInUse, nameRequired, nothingToRestore, itemChangedMeanwhile, itemNotFound } = groceryListRefusals;
const { listNotFound } = listCollectionRefusals;
const { assigneeNotAMember, changeNotFound, alreadyUndone, nothingToUndo } = groceryListRefusals;

const addingErrors = () => [
  notYours(),
  listNotFound(),
  listFull(),
  idInUse(),
  nameRequired(),
  assigneeNotAMember('ingredients/0/assignedTo'),
];

const plannedMealId = '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e41';
const items = [{ id: milk.id, name: milk.name }];
const checked: HistoryEntry = {
  revision: '7',
  changeId: '8d9b4e02-6a7c-8f13-b5d2-0c1e3f5a7b9d',
  at: '2026-11-18T17:40:00.000Z',
  by: mia,
  did: 'checked',
  items,
  canUndo: true,
};
const changed: HistoryEntry = {
  revision: '6',
  changeId: 'e2f4a6b8-1c3d-8e5f-9a7b-2d4f6a8c0e1b',
  at: '2026-11-18T17:38:00.000Z',
  by: mia,
  did: 'changed',
  items: [{ id: milk.id, name: milk.name, amount: milk.amount, unit: milk.unit }],
  fields: [{ field: 'amount', from: '1', to: milk.amount }],
  undoneBy: mia,
  canUndo: false,
};

export const readList = {
  tag,
  summary: 'Read the list',
  token: 'required',
  kind: 'read with ETag',
  params: ListPath,
  responses: [json(200, 'The list', GroceryList, { 'A list': { listId, revision: '7', items: [milk, feta] } })],
  errors: [notYours(), listNotFound()],
} satisfies Operation;

export const readHistory = {
  tag,
  summary: 'Read the history of the list',
  description:
    'What was changed, when, and by which account: newest first, from the event log. The last 100 changes can be undone.',
  token: 'required',
  params: ListPath,
  querystring: PageQuery,
  responses: [
    json(200, 'A page of changes', HistoryPage, { 'A page': { items: [checked, changed], nextCursor: '5' } }),
  ],
  errors: [
    notYours(),
    listNotFound(),
    new EventLogUnavailable(''),
    new NewerRelease(''),
    new Overloaded(),
    new ReadModelUnavailable(''),
  ],
} satisfies Operation;

export const undoChange = {
  tag,
  summary: 'Undo a change',
  description:
    'Removes what it added, restores what it removed, reverses a check, and restores former values; what was changed since stays as it is. Undoing is a change itself, and can be undone.',
  token: 'required',
  kind: 'write',
  params: ChangePath,
  responses: [json(200, 'The changed and restored items', UndoneChange, { Items: { listId, items: [milk] } })],
  errors: [notYours(), listNotFound(), listFull(), alreadyUndone(), nothingToUndo(), changeNotFound()],
} satisfies Operation;

export const addItems = {
  tag,
  summary: 'Add to the list',
  description:
    'An amount is text, such as a fraction. A number is accepted, too. Items can be assigned to members of the household whose list it is. What a planned meal has brought before is not added again, so that a week can be added again after its plan was changed; the response has only what was added.',
  token: 'required',
  kind: 'write',
  body: AddIngredients,
  bodyExamples: {
    Ingredients: { userId: mia.uid, ingredients: [{ name: 'Milk', amount: '1/2', unit: 'l' }, { name: 'Salt' }] },
    'For the baker': {
      userId: mia.uid,
      ingredients: [{ name: 'Bread', note: 'Not sliced', assignedTo: mia.uid, category: 'Baker' }],
    },
    'From a recipe': {
      userId: mia.uid,
      ingredients: [{ name: 'Feta', amount: 200, unit: 'g', recipeId: feta.recipeId, recipeTitle: feta.recipeTitle }],
    },
    'For a planned meal of three, from a recipe for two': {
      userId: mia.uid,
      ingredients: [{ name: 'Feta', amount: 300, unit: 'g', plannedMeal: { id: plannedMealId, portion: 1.5 } }],
    },
  },
  responses: [json(201, 'The added items', AddedItems, { Items: { listId, items: [feta] } })],
  errors: addingErrors(),
} satisfies Operation;

export const changeItem = {
  tag,
  summary: 'Change an item, or check it off',
  description:
    'Omitted fields stay unchanged. With `from`, the change is refused if it would replace a value that the user has not seen.',
  token: 'required',
  kind: 'write',
  params: ItemPath,
  body: ChangeGroceryItem,
  bodyExamples: {
    'Checked off': { checked: true },
    'Another amount': { amount: '1 1/2' },
    'A note, and no member who brings it': { note: 'The one in the blue carton', assignedTo: null },
    'Another amount, instead of the one that the user saw': { amount: '1 1/2', from: { amount: '1/2', unit: 'l' } },
  },
  responses: [json(200, 'The changed item', GroceryItem, { 'An item': milk })],
  errors: [
    idRequired(),
    notYours(),
    listNotFound(),
    nameRequired(),
    assigneeNotAMember('assignedTo'),
    itemChangedMeanwhile('amount'),
  ],
} satisfies Operation;

export const checkItems = {
  tag,
  summary: 'Check or uncheck items',
  description:
    'One change, which is undone as a whole. Items that are not on the list are ignored; if none is, the call is refused.',
  token: 'required',
  kind: 'write',
  params: ListPath,
  body: CheckItems,
  bodyExamples: { 'Two items': { ingredientIds: [milk.id, feta.id], checked: true } },
  responses: [json(200, 'The items that are on the list', CheckedItems, { Items: { listId, items: [milk] } })],
  errors: [idRequired(), notYours(), listNotFound(), itemNotFound()],
} satisfies Operation;

export const removeItem = {
  tag,
  summary: 'Remove an item',
  token: 'required',
  kind: 'write',
  params: ItemPath,
  responses: [noContent('Removed')],
  errors: [idRequired(), notYours(), listNotFound()],
} satisfies Operation;

export const takeBack = {
  tag,
  summary: 'Take back what a planned meal has brought',
  description:
    'Removes its items that are not checked, for example after the meal was removed from the plan. If the meal is planned again, it can bring them again. With ingredientIds, only these: what another member has added meanwhile stays. With ingredients, adds what is needed in their place, for example for fewer who eat.',
  token: 'required',
  kind: 'write',
  params: ListPath,
  body: TakeBack,
  bodyExamples: {
    'A meal': { plannedMealId },
    'For three who eat, instead of four': {
      plannedMealId,
      ingredients: [{ name: 'Feta', amount: 300, unit: 'g', plannedMeal: { id: plannedMealId, portion: 1.5 } }],
    },
  },
  responses: [
    json(200, 'The removed and the added items', TakenBack, {
      'An item': { listId, ingredientIds: [feta.id], items: [] },
    }),
  ],
  errors: addingErrors(),
} satisfies Operation;

export const clearList = {
  tag,
  summary: 'Clear the list',
  description:
    'Removes the items with these ids; ids that are not on the list are ignored. Without a body or ids, removes all items.',
  token: 'required',
  kind: 'write',
  params: ListPath,
  body: ClearItems,
  bodyExamples: {
    'The visible items': { ingredientIds: [milk.id, feta.id] },
    'The visible items, if they are still checked': { ingredientIds: [milk.id, feta.id], onlyChecked: true },
    'All items': {},
  },
  isBodyOptional: true,
  responses: [noContent('Removed')],
  errors: [idRequired(), notYours(), listNotFound()],
} satisfies Operation;

export const restoreItems = {
  tag,
  summary: 'Undo a removal or a clearing',
  description:
    'Restores the items with these ids as they were. Without ids, restores what the last clearing of the whole list removed.',
  token: 'required',
  kind: 'write',
  params: ListPath,
  body: RestoreItems,
  bodyExamples: {
    'What was last cleared': {},
    'These items': { ingredientIds: [milk.id] },
    'Those of these items that the user has removed': { ingredientIds: [milk.id, feta.id], onlyOwn: true },
  },
  responses: [json(200, 'The restored items', AddedItems, { Items: { listId, items: [milk] } })],
  errors: [notYours(), listNotFound(), listFull(), nothingToRestore()],
} satisfies Operation;
