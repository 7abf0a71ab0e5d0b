import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import { Refusal } from '../../../core/domain/refusal.ts';
import { copiesOf } from './list-calls.ts';

interface ClosedList {
  readonly listId: string;
  readonly mainListId: string;
  /** The ids of the items that the member who closed it has seen. */
  readonly seen: readonly string[];
}

/**
 * Adds the other unchecked items of a closed list to the main one: they came at the same time. They are not removed from the
 * closed list, which is not shown any more.
 * @returns the position of the main list with them; undefined if there are none, or the main list has no room for them
 * @throws what the command handler throws, except refusals
 */
export async function saveUnseen(
  commands: CommandHandler,
  context: CommandContext,
  { listId, mainListId, seen }: ClosedList,
): Promise<bigint | undefined> {
  const seenIds = new Set(seen);
  const items = await commands.read(
    groceryList,
    listId,
    (state) => copiesOf(state, [...state.items.keys()]).filter((item) => !item.checkedBy && !seenIds.has(item.id)),
    context.deadline,
  );
  if (items.length === 0) return undefined;
  // An item may be on its way from the main list, and is about to be removed there.
  const moveIn = { type: 'MoveIn', items, from: listId, recordsPresent: true } as const;
  try {
    return (await commands.handle(groceryList, mainListId, moveIn, context, () => undefined)).position;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
