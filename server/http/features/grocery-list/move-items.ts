import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import type { MovedItems } from '../../../core/contracts/grocery-lists.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { GroceryListState } from '../../../core/domain/grocery-list/state.ts';
import { copiesOf, itemIdsOf } from './list-calls.ts';

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
    const moveIn = { type: 'MoveIn', items, from } as const;
    const movedIn = await commands.handle(groceryList, to, moveIn, context, ({ state, events }) =>
      // A repeated request has moved these in before, and moves no more in. Others may be there from an earlier one.
      copiesOf(state, [...itemIdsOf(events, 'GroceryItemsRestored'), ...items.map(({ id }) => id)]),
    );
    // As they are on the other list: what was changed since they were copied must not be removed.
    const moveOut = { type: 'MoveOut', items: movedIn.answer, to } as const;
    const movedOut = await commands.handle(groceryList, from, moveOut, context, () => undefined);
    const revisionOf = ({ revision }: { revision: bigint | undefined }) => revision?.toString() ?? null;
    const moved = {
      from: { listId: from, revision: revisionOf(movedOut) },
      to: { listId: to, revision: revisionOf(movedIn) },
      ingredientIds: movedIn.answer.map(({ id }) => id),
    };
    return { moved, position: movedOut.position };
  });
}
