import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import { groceryListsModel } from '../../../../projections/definitions/grocery-list.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { GroceryHistory } from '../../../audit/grocery-history.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { AddedItems, GroceryItem, GroceryList } from '../../../core/contracts/grocery-list.ts';
import {
  type GroceryListCommand,
  type GroceryListState,
  groceryList,
} from '../../../core/domain/grocery-list/decider.ts';
import type { GroceryListEvent, RestoredItem } from '../../../core/domain/grocery-list/events.ts';
import type { Ownership } from '../../../ownership/ownership.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalidCursor } from '../../responses/errors.ts';
import { send304IfUnchanged, sendJson } from '../../responses/sending.ts';
import type { Authors } from '../../writing/authors.ts';
import { executeWithAuthor, readFrom } from '../../writing/execute-command.ts';
import { namesOf, withNames } from './list-names.ts';
import * as operations from './operations.ts';

export interface GroceryListDeps {
  readonly commands: CommandHandler;
  readonly lists: ReadModelReader;
  readonly history: GroceryHistory;
  readonly ownership: Ownership;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

const login = {
  add: 'Please log in to add items to your grocery list',
  view: 'Please log in to view your grocery list',
  modify: 'Please log in to modify your grocery list',
  clear: 'Please log in to clear your grocery list',
};

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
  const { commands, lists, ownership, authors, authentication } = deps;

  /** Only the token identifies the user; the id in the path or body is what they ask for. */
  async function ownListId(request: FastifyRequest, whose: string): Promise<string> {
    const owned = await ownership.find(userOf(request).uid, whose);
    if (!owned) throw operations.notYours();
    return owned.listId;
  }

  /** Executes a command and returns the items that `pick` names, as the command left them. */
  async function changeItems(
    request: FastifyRequest,
    reply: FastifyReply,
    listId: string,
    command: (commandId: string) => GroceryListCommand,
    pick: (events: readonly GroceryListEvent[]) => readonly string[] = () => [],
  ): Promise<GroceryItem[]> {
    const user = userOf(request);
    const { answer, author } = await executeWithAuthor(
      { request, reply, commands, model: lists, authors },
      {
        aggregate: groceryList,
        prepare: ({ commandId }) => ({ id: listId, command: command(commandId) }),
        present: ({ state, events }) => copiesOf(state, pick(events)),
      },
    );
    return withNames(lists, answer, { uid: user.uid, name: author.name });
  }

  app.get(
    '/grocery-list/:whose',
    { schema: operations.readList, onRequest: authentication.required(login.view) },
    async (request, reply) => {
      const listId = await ownListId(request, request.params.whose);
      await readFrom(request, reply, lists);
      const list = await lists.get(groceryListsModel.lists, listId);
      if (send304IfUnchanged(request, reply, String(list?.position ?? 0))) return reply;
      return sendJson(reply, list?.json ?? JSON.stringify({ listId, revision: null, items: [] } satisfies GroceryList));
    },
  );

  app.get(
    '/grocery-list/:whose/history',
    { schema: operations.readHistory, onRequest: authentication.required(login.view) },
    async (request) => {
      const listId = await ownListId(request, request.params.whose);
      const { cursor, limit = 20 } = request.query;
      if (cursor !== undefined && !/^\d{1,19}$/.test(cursor)) throw invalidCursor();
      const page = await deps.history(listId, { limit, ...(cursor !== undefined && { from: BigInt(cursor) }) });
      const nameOf = await namesOf(
        lists,
        page.entries.map(({ by }) => by),
      );
      return {
        items: page.entries.map((entry) => ({ ...entry, by: { uid: entry.by, name: nameOf(entry.by) } })),
        nextCursor: page.next === undefined ? null : String(page.next),
      };
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
      const listId = await ownListId(request, userId);
      const items = await changeItems(
        request,
        reply,
        listId,
        (commandId) => ({
          type: 'AddItems',
          items: ingredients.map((ingredient, i) => ({
            ...ingredient,
            id: ingredient.id ?? derivedId(commandId, 'item', String(i)),
            amount: String(ingredient.amount ?? ''),
            unit: ingredient.unit ?? '',
          })),
        }),
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
      const listId = await ownListId(request, request.params.whose);
      const itemId = request.params.ingredientId;
      const { amount, from, ...changes } = request.body;
      const [item] = await changeItems(
        request,
        reply,
        listId,
        () => ({
          type: 'ChangeItem',
          itemId,
          ...changes,
          amount: amountText(amount),
          from: from && { ...from, amount: amountText(from.amount) },
        }),
        () => [itemId],
      );
      return item;
    },
  );

  app.delete(
    '/grocery-list/:whose/:ingredientId',
    { schema: operations.removeItem, onRequest: authentication.required(login.modify), preValidation: rejectEmptyId },
    async (request, reply) => {
      const listId = await ownListId(request, request.params.whose);
      const itemId = request.params.ingredientId;
      await changeItems(request, reply, listId, () => ({ type: 'RemoveItem', itemId }));
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
      const listId = await ownListId(request, request.params.whose);
      const { ingredientIds: itemIds, onlyChecked } = request.body;
      await changeItems(request, reply, listId, () => ({ type: 'ClearList', itemIds, onlyChecked }));
      return reply.code(204).send();
    },
  );

  app.post(
    '/grocery-list/:whose/restore',
    { schema: operations.restoreItems, onRequest: authentication.required(login.modify) },
    async (request, reply) => {
      const listId = await ownListId(request, request.params.whose);
      const items = await changeItems(
        request,
        reply,
        listId,
        () => ({ type: 'RestoreItems', itemIds: request.body.ingredientIds }),
        (events) => itemIdsOf(events, 'GroceryItemsRestored'),
      );
      return { listId, items } satisfies AddedItems;
    },
  );

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

const amountText = (amount: string | number | undefined) => (amount === undefined ? undefined : String(amount));

/** Ids of the items that these events put on the list. */
function itemIdsOf(events: readonly GroceryListEvent[], type: 'GroceryItemsAdded' | 'GroceryItemsRestored'): string[] {
  const ids: string[] = [];
  for (const event of events) if (event.type === type) for (const { id } of event.data.items) ids.push(id);
  return ids;
}

const copiesOf = (state: GroceryListState, ids: readonly string[]): RestoredItem[] =>
  ids.flatMap((id) => {
    const item = state.items.get(id);
    return item ? [{ ...item }] : [];
  });
