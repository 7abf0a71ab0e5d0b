import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import { copiesOf } from './list-calls.ts';

interface ClosedList {
  readonly listId: string;
  readonly mainListId: string;
  /** The ids of the items that the member who closed it has seen. */
  readonly seen: readonly string[];
}

/**
 * Before a list is closed: so far, whoever closes it can still be told that the main list has no room for its unseen items.
 * @throws Refusal if it has none, and what the command handler throws
 */
export async function assertRoomForUnseen(
  commands: CommandHandler,
  context: CommandContext,
  list: ClosedList,
): Promise<void> {
  const moveIn = await unseenOf(commands, context, list);
  if (moveIn) await commands.check(groceryList, list.mainListId, moveIn, context);
}

/**
 * Adds the other unchecked items of a closed list to the main one, also if it is full: they came at the same time. They are not
 * removed from the closed list, which is not shown any more.
 * @returns the position of the main list with them; undefined if there are none
 * @throws Refusal if the main list has no room for them even so, and what the command handler throws
 */
export async function saveUnseen(
  commands: CommandHandler,
  context: CommandContext,
  list: ClosedList,
): Promise<bigint | undefined> {
  const moveIn = await unseenOf(commands, context, list);
  if (!moveIn) return undefined;
  const command = { ...moveIn, beyondLimit: true };
  return (await commands.handle(groceryList, list.mainListId, command, context, () => undefined)).position;
}

async function unseenOf(commands: CommandHandler, { deadline }: CommandContext, { listId, seen }: ClosedList) {
  const seenIds = new Set(seen);
  const items = await commands.read(
    groceryList,
    listId,
    (state) => copiesOf(state, [...state.items.keys()]).filter((item) => !item.checkedBy && !seenIds.has(item.id)),
    deadline,
  );
  // An item may be on its way from the main list, and is about to be removed there.
  return items.length === 0 ? undefined : ({ type: 'MoveIn', items, from: listId, recordsPresent: true } as const);
}
