import type { HistoryPage, UndoneChange } from '../../../core/contracts/grocery-list.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { GroceryListEvent } from '../../../core/domain/grocery-list/events.ts';
import { canUndo } from '../../../core/domain/grocery-list/undo.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalidCursor } from '../../responses/errors.ts';
import { createListCalls, type GroceryListDeps, login } from './list-calls.ts';
import { namesOf } from './list-names.ts';
import * as operations from './operations.ts';

export function historyRoutes(app: Routes, deps: GroceryListDeps): void {
  const { commands, lists, authentication } = deps;
  const { ownListId, changeItems } = createListCalls(deps);

  app.get(
    '/grocery-list/:whose/history',
    { schema: operations.readHistory, onRequest: authentication.required(login.view) },
    async (request) => {
      const listId = await ownListId(request, request.params.whose);
      const { cursor, limit = 20 } = request.query;
      if (cursor !== undefined && !/^\d{1,19}$/.test(cursor)) throw invalidCursor();
      const { entries, next } = await deps.history(listId, {
        limit,
        ...(cursor !== undefined && { from: BigInt(cursor) }),
      });
      const changeIds = [...new Set(entries.map(({ changeId }) => changeId))];
      const undoable = await commands.read(groceryList, listId, (state) =>
        changeIds.filter((id) => canUndo(state, id)),
      );
      const nameOf = await namesOf(
        lists,
        entries.flatMap(({ by, undoneBy = by }) => [by, undoneBy]),
      );
      const person = (uid: string) => ({ uid, name: nameOf(uid) });
      const items = entries.map(({ by, undoneBy, ...entry }) => ({
        ...entry,
        by: person(by),
        ...(undoneBy !== undefined && { undoneBy: person(undoneBy) }),
        canUndo: undoable.includes(entry.changeId),
      }));
      return { items, nextCursor: next === undefined ? null : String(next) } satisfies HistoryPage;
    },
  );

  app.post(
    '/grocery-list/:whose/history/:changeId/undo',
    { schema: operations.undoChange, onRequest: authentication.required(login.modify) },
    async (request, reply) => {
      const listId = await ownListId(request, request.params.whose);
      const { changeId } = request.params;
      const items = await changeItems(
        request,
        reply,
        listId,
        () => ({ type: 'UndoChange', changeId }),
        (events) => [...new Set(events.flatMap(idsOf))],
      );
      return { listId, items } satisfies UndoneChange;
    },
  );
}

/** Ids of the items that an event of an undoing concerns. */
const idsOf = ({ data }: GroceryListEvent): string | string[] =>
  'itemId' in data ? data.itemId : data.items.map((item) => ('id' in item ? item.id : item.itemId));
