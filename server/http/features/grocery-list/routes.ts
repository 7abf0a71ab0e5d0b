import type { preValidationHookHandler } from 'fastify';
import { groceryListsModel } from '../../../../projections/definitions/grocery-list.ts';
import { derivedId } from '../../../commands/ids.ts';
import type {
  AddedItems,
  AddIngredients,
  ChangeGroceryItem,
  CheckedItems,
  GroceryList,
  TakenBack,
} from '../../../core/contracts/grocery-list.ts';
import type { NewItem } from '../../../core/domain/grocery-list/decider.ts';
import type { EditedValues } from '../../../core/domain/grocery-list/merge-edit.ts';
import { userOf } from '../../plugins/authentication.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import type { Routes } from '../../requests/typed.ts';
import { send304IfUnchanged, sendJson } from '../../responses/sending.ts';
import { readDocumentNow, waitForRequired } from '../../writing/execute-command.ts';
import { historyRoutes } from './history-routes.ts';
import { createListCalls, type GroceryListDeps, itemIdsOf, login } from './list-calls.ts';
import { listsRoutes } from './lists-routes.ts';
import * as operations from './operations.ts';

/** @param missingId matches a path without the id */
const rejectMissingId =
  (missingId: RegExp): preValidationHookHandler =>
  ({ url }, _reply, done) => {
    const [path = ''] = url.split('?', 1);
    done(missingId.test(path) ? operations.idRequired() : undefined);
  };

const rejectEmptyId = rejectMissingId(/\/\//);
/** The router treats `/mia/` as `/mia`: a request without the item's id must not clear the whole list. */
const rejectTrailingSlash = rejectMissingId(/\/$/);

export function groceryListRoutes(app: Routes, deps: GroceryListDeps): void {
  const { lists, authentication } = deps;
  const { ownList, changeItems } = createListCalls(deps);

  app.get(
    '/grocery-list/:whose',
    { schema: operations.readList, onRequest: authentication.required(login.view) },
    async (request, reply) => {
      // First: the user's membership may end while the request waits.
      await waitForRequired(request, lists);
      const { listId } = await ownList(request, request.params.whose);
      const list = await readDocumentNow(reply, lists, { collection: groceryListsModel.lists, id: listId });
      if (send304IfUnchanged(request, reply, String(list?.position ?? 0))) return reply;
      return sendJson(reply, list?.json ?? JSON.stringify({ listId, revision: null, items: [] } satisfies GroceryList));
    },
  );

  app.post(
    '/grocery-list',
    {
      schema: operations.addItems,
      config: { invalidMessage: 'Invalid input data' },
      onRequest: authentication.required(login.add),
    },
    async (request, reply) => {
      const { userId, ingredients } = request.body;
      const { listId, items } = await changeItems(
        request,
        reply,
        userId,
        ({ members }, commandId) => ({ type: 'AddItems', members, items: newItems(ingredients, commandId) }),
        (events) => itemIdsOf(events, 'GroceryItemsAdded'),
      );
      return reply.code(201).send({ listId, items } satisfies AddedItems);
    },
  );

  app.patch(
    '/grocery-list/:whose/:ingredientId',
    {
      schema: operations.changeItem,
      onRequest: authentication.required(login.modify),
      preValidation: rejectEmptyId,
    },
    async (request, reply) => {
      const { whose, ingredientId: itemId } = request.params;
      const { checked, from, ...to } = request.body;
      const values = { checked, ...valuesOf(to), from: from && valuesOf(from) };
      const { items } = await changeItems(
        request,
        reply,
        whose,
        ({ members }) => ({ type: 'ChangeItem', itemId, members, ...values }),
        () => [itemId],
      );
      return items[0];
    },
  );

  app.patch(
    '/grocery-list/:whose',
    {
      schema: operations.checkItems,
      onRequest: authentication.required(login.modify),
      preValidation: rejectTrailingSlash,
    },
    async (request, reply) => {
      const { ingredientIds: itemIds, checked } = request.body;
      const { listId, items } = await changeItems(
        request,
        reply,
        request.params.whose,
        () => ({ type: 'CheckItems', itemIds, checked }),
        () => itemIds,
      );
      return { listId, items } satisfies CheckedItems;
    },
  );

  app.delete(
    '/grocery-list/:whose/:ingredientId',
    { schema: operations.removeItem, onRequest: authentication.required(login.modify), preValidation: rejectEmptyId },
    async (request, reply) => {
      const { whose, ingredientId: itemId } = request.params;
      await changeItems(request, reply, whose, () => ({ type: 'RemoveItem', itemId }));
      return reply.code(204).send();
    },
  );

  app.delete(
    '/grocery-list/:whose',
    {
      schema: operations.clearList,
      onRequest: authentication.required(login.clear),
      preValidation: [rejectTrailingSlash, allowOmittedBody],
    },
    async (request, reply) => {
      const { ingredientIds: itemIds, onlyChecked } = request.body;
      await changeItems(request, reply, request.params.whose, () => ({ type: 'ClearList', itemIds, onlyChecked }));
      return reply.code(204).send();
    },
  );

  app.post(
    '/grocery-list/:whose/restore',
    { schema: operations.restoreItems, onRequest: authentication.required(login.modify) },
    async (request, reply) => {
      const { listId, items } = await changeItems(
        request,
        reply,
        request.params.whose,
        () => ({
          type: 'RestoreItems',
          itemIds: request.body.ingredientIds,
          removedBy: request.body.onlyOwn ? userOf(request).uid : undefined,
        }),
        (events) => itemIdsOf(events, 'GroceryItemsRestored'),
      );
      return { listId, items } satisfies AddedItems;
    },
  );

  app.post(
    '/grocery-list/:whose/take-back',
    { schema: operations.takeBack, onRequest: authentication.required(login.modify) },
    async (request, reply) => {
      const { plannedMealId: mealId, ingredientIds: itemIds, ingredients = [] } = request.body;
      const { listId, items, removedIds } = await changeItems(
        request,
        reply,
        request.params.whose,
        ({ members }, commandId) => ({
          type: 'TakeBack',
          mealId,
          itemIds,
          members,
          instead: newItems(ingredients, commandId),
        }),
        (events) => itemIdsOf(events, 'GroceryItemsAdded'),
      );
      return { listId, ingredientIds: removedIds, items } satisfies TakenBack;
    },
  );

  historyRoutes(app, deps);
  listsRoutes(app, deps);

  // Statement 8.9.8 of `tests/specification`.
  for (const method of ['GET', 'DELETE'] as const) {
    app.route({
      method,
      url: '/grocery-list',
      onRequest: authentication.required(method === 'GET' ? login.view : login.clear),
      handler: () => {
        throw operations.idRequired('User ID is required');
      },
    });
  }
}

const newItems = (ingredients: AddIngredients['ingredients'], commandId: string): NewItem[] =>
  ingredients.map((ingredient, i) => ({
    ...ingredient,
    id: ingredient.id ?? derivedId(commandId, 'item', String(i)),
    amount: String(ingredient.amount ?? ''),
    unit: ingredient.unit ?? '',
  }));

/** As the decider expects them: an amount is text, and '' stands for nothing. */
const valuesOf = (written: Omit<ChangeGroceryItem, 'checked' | 'from'>): EditedValues => ({
  ...written,
  amount: written.amount === undefined ? undefined : String(written.amount),
  note: written.note === null ? '' : written.note,
  assignedTo: written.assignedTo === null ? '' : written.assignedTo,
  category: written.category === null ? '' : written.category,
});
