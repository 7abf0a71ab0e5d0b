import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { msUntil } from '../../../commands/deadline.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import type { JoinedHousehold } from '../../../core/contracts/households.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { GroceryListState } from '../../../core/domain/grocery-list/state.ts';
import { Refusal } from '../../../core/domain/refusal.ts';
import type { ListAccess } from '../../../ownership/ownership.ts';
import { readYourWritesTimeoutMs } from '../../writing/execute-command.ts';
import { moveItems } from '../grocery-list/move-items.ts';

const openItems = ({ items }: GroceryListState): string[] =>
  [...items.values()].filter(({ checkedBy }) => checkedBy === undefined).map(({ id }) => id);

/**
 * Moves the unchecked items of a user's own list to that of a household which they have joined. If that list has no room, or
 * the household has ended meanwhile, all of them stay. Resolves when the read model includes it, or on time-out.
 * @throws what the command handler throws, except refusals
 */
export async function bringItems(
  { commands, lists }: { readonly commands: CommandHandler; readonly lists: ReadModelReader },
  context: CommandContext,
  between: { readonly from: string; readonly to: ListAccess },
): Promise<NonNullable<JoinedHousehold['brought']>> {
  const { commandId: changeId, deadline } = context;
  try {
    const { moved, position } = await moveItems(commands, context, between, openItems);
    if (position !== undefined) await lists.waitFor(position, msUntil(deadline, readYourWritesTimeoutMs));
    const { ingredientIds } = moved;
    return { count: ingredientIds.length, left: 0, changeId, ingredientIds };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // There are none or too many, or the household has ended: the user had joined all the same.
    const left = await commands.read(groceryList, between.from, (list) => openItems(list).length, deadline);
    return { count: 0, left, changeId, ingredientIds: [] };
  }
}
