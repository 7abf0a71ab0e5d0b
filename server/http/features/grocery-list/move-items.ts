import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import type { MovedItems } from '../../../core/contracts/grocery-lists.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { GroceryListState } from '../../../core/domain/grocery-list/state.ts';
import { copiesOf } from './list-calls.ts';

/**
 * Moves items between lists. A log appends to one stream at a time, so they are added to the one list before they are
 * removed from the other: after a failure in between, they are on both, and a retry with the same key removes them.
 * @param idsOf the items of the list that are moved
 * @throws Refusal without such items, and what the command handler throws
 */
export async function moveItems(
  commands: CommandHandler,
  context: CommandContext,
  { from, to }: { readonly from: string; readonly to: string },
  idsOf: (list: GroceryListState) => readonly string[],
): Promise<{ moved: MovedItems; position: bigint | undefined }> {
  return commands.underKey(context, async () => {
    const items = await commands.read(groceryList, from, (state) => copiesOf(state, idsOf(state)), context.deadline);
    const ids = items.map(({ id }) => id);
    const movedIn = await commands.handle(groceryList, to, { type: 'MoveIn', items, from }, context, ({ state }) =>
      ids.filter((id) => state.items.has(id)),
    );
    // A repeated request moves no more items in. Others may match now, and must not be removed.
    const copied = items.filter(({ id }) => movedIn.answer.includes(id));
    const moveOut = { type: 'MoveOut', items: copied, to } as const;
    const movedOut = await commands.handle(groceryList, from, moveOut, context, () => undefined);
    const revisionOf = ({ revision }: { revision: bigint | undefined }) => revision?.toString() ?? null;
    const moved = {
      from: { listId: from, revision: revisionOf(movedOut) },
      to: { listId: to, revision: revisionOf(movedIn) },
      ingredientIds: movedIn.answer,
    };
    return { moved, position: movedOut.position };
  });
}
