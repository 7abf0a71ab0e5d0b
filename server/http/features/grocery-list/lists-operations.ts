import { ListPath } from '../../../core/contracts/grocery-list.ts';
import {
  CloseList,
  GroceryLists,
  ListOfOwnerPath,
  MovedItems,
  MoveItems,
  OpenList,
  OrderCategories,
  OwnersList,
  RenameList,
} from '../../../core/contracts/grocery-lists.ts';
import { groceryListRefusals } from '../../../core/domain/grocery-list/refusals.ts';
import { listCollectionRefusals } from '../../../core/domain/list-collection/refusals.ts';
import { groceries } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { notYours } from './operations.ts';

const { listNotFound, nameRequired, tooManyLists, idInUse } = listCollectionRefusals;
const common = { tag: 'Grocery list', token: 'required' } as const;
const write = { ...common, kind: 'write' } as const;

const main: OwnersList = { id: groceries.listId, name: null, categories: ['Bakery', 'Dairy'] };
const party: OwnersList = { id: '3f1c8a52-9d0e-8b47-a6c3-5e2f7d9b1a04', name: 'Party', categories: [] };
const theList = (status: number) => json(status, 'The list', OwnersList, { 'A list': party });

export const readLists = {
  ...common,
  kind: 'read',
  summary: 'Read which lists there are',
  description:
    'The lists of a user or a household, the order of their categories, the categories of known items, and the names of earlier ones.',
  params: ListPath,
  responses: [
    json(200, 'The lists', GroceryLists, {
      'Two lists': {
        revision: '1',
        items: [main, party],
        used: [{ name: 'Feta', count: 4, firstAt: 1_758_000_000_000, lastAt: 1_759_300_000_000 }],
        remembered: [{ name: 'feta', category: 'Dairy' }],
      },
    }),
  ],
  errors: [notYours(), listNotFound()],
} satisfies Operation;

export const openList = {
  ...write,
  summary: 'Open another list',
  description: "Its id stands in place of a user's or a household's in the calls of the grocery list.",
  params: ListPath,
  body: OpenList,
  bodyExamples: { 'A list': { name: 'Party' } },
  responses: [theList(201)],
  errors: [notYours(), listNotFound(), nameRequired(), tooManyLists(), idInUse()],
} satisfies Operation;

export const renameList = {
  ...write,
  summary: 'Rename a list',
  params: ListOfOwnerPath,
  body: RenameList,
  bodyExamples: { 'Another name': { name: 'Birthday' } },
  responses: [theList(200)],
  errors: [notYours(), listNotFound(), nameRequired()],
} satisfies Operation;

export const closeList = {
  ...write,
  summary: 'Close a list',
  description:
    'Its items are gone with it. With `ingredientIds`, unchecked items that the user has not seen are moved to the main list; without room for them, the list stays open. The main list cannot be closed.',
  params: ListOfOwnerPath,
  body: CloseList,
  bodyExamples: { 'A list with an item': { ingredientIds: [groceries.milk.id] }, 'A list, whatever is on it': {} },
  isBodyOptional: true,
  responses: [noContent('Closed')],
  errors: [notYours(), listNotFound(), groceryListRefusals.listFull()],
} satisfies Operation;

export const orderCategories = {
  ...write,
  summary: 'Order the categories of a list',
  params: ListOfOwnerPath,
  body: OrderCategories,
  bodyExamples: { 'As in the shop': { categories: ['Bakery', 'Dairy'] } },
  responses: [json(200, 'The list', OwnersList, { 'The main list': main })],
  errors: [notYours(), listNotFound()],
} satisfies Operation;

export const moveItems = {
  ...write,
  summary: 'Move items to another list',
  description:
    'Ids that are not on the list are ignored. They are added to the other list before they are removed, and an item that is changed at that moment is on both lists then. An item that another member moves to a third list at that moment is on that list only. If the other list ends at that moment, they stay.',
  params: ListPath,
  body: MoveItems,
  bodyExamples: { 'An item': { ingredientIds: [groceries.milk.id], to: party.id } },
  responses: [
    json(200, 'The lists after it', MovedItems, {
      'An item': {
        from: { listId: groceries.listId, revision: '8' },
        to: { listId: party.id, revision: '0' },
        ingredientIds: [groceries.milk.id],
      },
    }),
  ],
  errors: [
    notYours(),
    listNotFound(),
    listNotFound('to'),
    groceryListRefusals.itemNotFound(),
    groceryListRefusals.listFull(),
  ],
} satisfies Operation;
