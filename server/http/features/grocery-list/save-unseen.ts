import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import { copiesOf, itemIdsOf } from './list-calls.ts';

interface ClosedList {
  readonly listId: string;
  readonly mainListId: string;
  /** The ids of the unchecked items that the member who closes it has seen. */
  readonly seen: readonly string[];
  /** Whether they are added to a full main list, too: once the list is closed, they would be lost. */
  readonly beyondLimit: boolean;
}

/**
 * Adds the other unchecked items of a list that is closed to the main one: they came at the same time. They are not removed
 * from the list itself, which is not shown any more.
 * @returns their ids, and the position of the main list with them
 * @throws Refusal if the main list has no room for them, and what the command handler throws
 */
export async function saveUnseen(
  commands: CommandHandler,
  context: CommandContext,
  { listId, mainListId, seen, beyondLimit }: ClosedList,
): Promise<{ ids: readonly string[]; position?: bigint | undefined }> {
  const seenIds = new Set(seen);
  const items = await commands.read(
    groceryList,
    listId,
    (state) => copiesOf(state, [...state.items.keys()]).filter((item) => !item.checkedBy && !seenIds.has(item.id)),
    context.deadline,
  );
  if (items.length === 0) return { ids: [] };
  // An item may be on its way from the main list, and is about to be removed there.
  const moveIn = { type: 'MoveIn', items, from: listId, recordsPresent: true, beyondLimit } as const;
  const { answer, position } = await commands.handle(groceryList, mainListId, moveIn, context, ({ events }) =>
    itemIdsOf(events, 'GroceryItemsRestored'),
  );
  return { ids: answer, position };
}
