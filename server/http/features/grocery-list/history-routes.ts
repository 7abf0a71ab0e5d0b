import type { RecordedEntry } from '../../../audit/grocery-history.ts';
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
  const { ownListByLog, changeItems } = createListCalls(deps);

  app.get(
    '/grocery-list/:whose/history',
    { schema: operations.readHistory, onRequest: authentication.required(login.view) },
    async (request) => {
      const { listId } = await ownListByLog(request, request.params.whose);
      const { cursor, limit = 20 } = request.query;
      if (cursor !== undefined && !/^\d{1,19}$/.test(cursor)) throw invalidCursor();
      const { entries, next } = await deps.history(listId, {
        limit,
        ...(cursor !== undefined && { from: BigInt(cursor) }),
      });
      const changeIds = [...new Set(entries.map(({ changeId }) => changeId))];
      const undoable = await commands.read(
        groceryList,
        listId,
        (state) => changeIds.filter((id) => canUndo(state, id)),
        request.deadline,
      );
      const nameOf = await namesOf(lists, entries.flatMap(uidsIn));
      const person = (uid: string) => ({ uid, name: nameOf(uid) });
      const items = entries.map(({ by, undoneBy, fields, ...entry }) => ({
        ...entry,
        by: person(by),
        ...(fields && { fields: fields.map((each) => withName(each, nameOf)) }),
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
      const { whose, changeId } = request.params;
      const { listId, items } = await changeItems(
        request,
        reply,
        whose,
        () => ({ type: 'UndoChange', changeId }),
        (events) => [...new Set(events.flatMap(idsOf))],
      );
      return { listId, items } satisfies UndoneChange;
    },
  );
}

type Field = NonNullable<RecordedEntry['fields']>[number];

/** A field that contains members is recorded with their uids; '' for none. */
const uidsInField = ({ field, from = '', to }: Field): string[] =>
  field === 'assignedTo' ? [from, to].filter((uid) => uid !== '') : [];

const uidsIn = ({ by, undoneBy = by, fields = [] }: RecordedEntry): string[] => [
  by,
  undoneBy,
  ...fields.flatMap(uidsInField),
];

function withName(each: Field, nameOf: (uid: string) => string): Field {
  if (each.field !== 'assignedTo') return each;
  const shown = (uid: string) => (uid === '' ? '' : nameOf(uid));
  return { field: each.field, to: shown(each.to), ...(each.from !== undefined && { from: shown(each.from) }) };
}

/** Ids of the items that an event of an undoing concerns. */
const idsOf = ({ data }: GroceryListEvent): string | string[] =>
  'itemId' in data ? data.itemId : data.items.map((item) => ('id' in item ? item.id : item.itemId));
