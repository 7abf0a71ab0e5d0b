import { groceryListsModel } from '../../../../projections/definitions/grocery-list.ts';
import type {
  ListCollectionDocument,
  RememberedDocument,
} from '../../../../projections/definitions/list-collections.ts';
import type { UsedNamesDocument } from '../../../../projections/definitions/used-names.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { GroceryLists, OwnersList } from '../../../core/contracts/grocery-lists.ts';
import {
  type ListCollectionCommand,
  type ListCollectionState,
  listCollection,
} from '../../../core/domain/list-collection/decider.ts';
import { listCollectionRefusals } from '../../../core/domain/list-collection/refusals.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import type { Routes } from '../../requests/typed.ts';
import { contextOf } from '../../writing/command-context.ts';
import { awaitReadModel, executeCommand, readFrom } from '../../writing/execute-command.ts';
import { closeList } from './close-list.ts';
import { createListCalls, type GroceryListDeps, login } from './list-calls.ts';
import * as operations from './lists-operations.ts';
import { moveItems } from './move-items.ts';

/** The calls for the lists of an owner: which there are, and moving items between them. */
export function listsRoutes(app: Routes, deps: GroceryListDeps): void {
  const { commands, lists, authentication } = deps;
  const { ownList, ownListByLog } = createListCalls(deps);
  const onRequest = authentication.required(login.modify);
  const writes = { commands, model: lists };

  app.get(
    '/grocery-list/:whose/lists',
    { schema: operations.readLists, onRequest: authentication.required(login.view) },
    async (request, reply) => {
      // First: the user's membership may end while the request waits.
      await readFrom(request, reply, lists);
      const { mainListId } = await ownList(request, request.params.whose);
      const [collection, remembered, used] = await Promise.all([
        lists.get(groceryListsModel.collections, mainListId),
        lists.get(groceryListsModel.remembered, mainListId),
        lists.get(groceryListsModel.usedNames, mainListId),
      ]);
      const opened: ListCollectionDocument | undefined = collection && JSON.parse(collection.json);
      const chosen: RememberedDocument | undefined = remembered && JSON.parse(remembered.json);
      const names: UsedNamesDocument = used ? JSON.parse(used.json) : { names: [] };
      const all = [{ id: mainListId, name: null }, ...(opened?.lists ?? [])];
      return {
        revision: opened?.revision ?? null,
        items: all.map((list) => ({ ...list, categories: [...(opened?.categories[list.id] ?? [])] })),
        used: names.names.map(({ name, count, firstAt, lastAt }) => ({ name, count, firstAt, lastAt })),
        remembered: [...(chosen?.categories ?? [])],
      } satisfies GroceryLists;
    },
  );

  app.post('/grocery-list/:whose/lists', { schema: operations.openList, onRequest }, async (request, reply) => {
    const { mainListId } = await ownListByLog(request, request.params.whose);
    const { name } = request.body;
    const opened = await executeCommand(
      { request, reply, ...writes },
      {
        aggregate: listCollection,
        prepare: ({ commandId }) => {
          // Not from the client: a chosen id could be that of the list of others.
          const listId = derivedId(commandId, 'grocery-list');
          const command: ListCollectionCommand = { type: 'OpenList', listId, name };
          return { id: mainListId, command };
        },
        present: ({ state, events }) => events.map(({ data }) => listOf(state, data.listId))[0],
      },
    );
    if (!opened) throw new Error('Each OpenList records an event');
    return reply.code(201).send(opened);
  });

  app.patch(
    '/grocery-list/:whose/lists/:listId',
    { schema: operations.renameList, onRequest },
    async (request, reply) => {
      const { mainListId } = await ownListByLog(request, request.params.whose);
      const { listId } = request.params;
      const command: ListCollectionCommand = { type: 'RenameList', listId, name: request.body.name };
      return executeCommand(
        { request, reply, ...writes },
        {
          aggregate: listCollection,
          prepare: () => ({ id: mainListId, command }),
          present: ({ state }) => listOf(state, listId),
        },
      );
    },
  );

  app.delete(
    '/grocery-list/:whose/lists/:listId',
    { schema: operations.closeList, onRequest, preValidation: allowOmittedBody },
    async (request, reply) => {
      const { mainListId } = await ownListByLog(request, request.params.whose);
      const { listId } = request.params;
      const { ingredientIds: seen } = request.body;
      const closed = await closeList(commands, contextOf(request), { listId, mainListId }, seen);
      await awaitReadModel(reply, lists, closed);
      return reply.code(204).send();
    },
  );

  app.put(
    '/grocery-list/:whose/lists/:listId/categories',
    { schema: operations.orderCategories, onRequest },
    async (request, reply) => {
      const { mainListId } = await ownListByLog(request, request.params.whose);
      const { listId } = request.params;
      const { categories } = request.body;
      const isMain = listId === mainListId;
      const command: ListCollectionCommand = { type: 'OrderCategories', listId, isMain, categories };
      return executeCommand(
        { request, reply, ...writes },
        {
          aggregate: listCollection,
          prepare: () => ({ id: mainListId, command }),
          present: ({ state }) => listOf(state, listId),
        },
      );
    },
  );

  app.post('/grocery-list/:whose/move', { schema: operations.moveItems, onRequest }, async (request, reply) => {
    const { ingredientIds, to } = request.body;
    const source = await ownListByLog(request, request.params.whose);
    const target = await ownList(request, to, 'to');
    if (target.listId === source.listId) throw listCollectionRefusals.listNotFound('to');
    const between = { from: source.listId, fromHousehold: source.householdId, to: target };
    const { moved, position } = await moveItems(commands, contextOf(request), between, () => ingredientIds);
    await awaitReadModel(reply, deps.lists, { position, revision: BigInt(moved.from.revision ?? 0) });
    return moved;
  });
}

const listOf = ({ names, categories }: ListCollectionState, id: string): OwnersList => ({
  id,
  name: names.get(id) ?? null,
  categories: [...(categories.get(id) ?? [])],
});
