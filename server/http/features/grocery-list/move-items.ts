import type { CommandResult } from '../../../commands/aggregate.ts';
import { contextOfFurtherCommand } from '../../../commands/context-of-further-command.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import type { MovedItems } from '../../../core/contracts/grocery-lists.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { RestoredItem } from '../../../core/domain/grocery-list/events.ts';
import { groceryListRefusals } from '../../../core/domain/grocery-list/refusals.ts';
import type { GroceryListState } from '../../../core/domain/grocery-list/state.ts';
import { listCollectionRefusals } from '../../../core/domain/list-collection/refusals.ts';
import { isStillTheirs } from '../../../ownership/memberships.ts';
import type { ListAccess } from '../../../ownership/ownership.ts';
import { isOpen } from './is-open.ts';
import { copiesOf, itemIdsOf } from './list-calls.ts';

interface Move {
  readonly from: string;
  /** Undefined if the items are on a list of the user's own. */
  readonly fromHousehold?: string | undefined;
  readonly to: ListAccess;
}

/**
 * Moves items between lists. A log appends to one stream at a time, so they are added to the one list before they are
 * removed from the other: after a failure in between, they are on both, and a retry with the same key removes them. The list
 * that they leave decides between members who move them to different lists.
 * @param idsOf the items of the list that are moved
 * @throws Refusal without such items, if others have moved them all meanwhile, or if the other list has ended meanwhile; and what the command handler throws
 */
export async function moveItems(
  commands: CommandHandler,
  context: CommandContext,
  { from, fromHousehold, to: target }: Move,
  idsOf: (list: GroceryListState) => readonly string[],
): Promise<{ moved: MovedItems; position: bigint | undefined }> {
  const to = target.listId;
  return commands.underKey(context, async () => {
    if (!(await isOpen(commands, context, target))) throw listCollectionRefusals.listNotFound('to');
    const { items, arrivals } = await commands.read(
      groceryList,
      from,
      (state) => ({ items: copiesOf(state, idsOf(state)), arrivals: new Map(state.arrivals) }),
      context.deadline,
    );
    const foreign = new Map(items.flatMap((item) => foreignAssignee(item, target.members)));
    const copies = items.map((item) => (foreign.has(item.id) ? unassigned(item) : item));
    const moveIn = { type: 'MoveIn', items: copies, from, recordsPresent: true } as const;
    // Not all of `items` if the request is repeated, which moves no more in.
    const movedIn = await commands.handle(groceryList, to, moveIn, context, ({ state, events }) =>
      copiesOf(state, itemIdsOf(events, 'GroceryItemsRestored')).map((item) => ({
        item,
        wasThere: state.arrivals.get(item.id)?.wasHere,
      })),
    );
    const arrived = movedIn.answer.map(({ item }) => assignedAs(item, foreign));
    // Others may be moving back what this request has added before: one that has come from there stays here.
    if (movedIn.isRepeated) for (const { id } of arrived) if (arrivals.get(id)?.from === to) arrivals.delete(id);
    if (!(await isOpen(commands, context, target))) {
      await removeSaved(commands, context, { from, closed: target, items: arrived, arrivals });
      throw listCollectionRefusals.listNotFound('to');
    }
    // As they came to the other list: what was changed here since must not be removed. They may have been moved on from there.
    const there = await commands.read(
      groceryList,
      to,
      (state) => arrived.filter(({ id }) => state.items.has(id)),
      context.deadline,
    );
    const moveOut = { type: 'MoveOut', items: there, to, arrivals } as const;
    const movedOut = await commands.handle(groceryList, from, moveOut, context, ({ events }) =>
      itemIdsOf(events, 'GroceryItemRemoved'),
    );
    const left = new Set(movedOut.answer);
    // If the list was closed after they had come, they were saved with the others on it.
    if (!(await isStillTheirs(commands, context, target))) {
      // Within one household, the other members have them.
      if (fromHousehold !== target.householdId) {
        await bringBack(commands, context, { from, to, items: there.filter(({ id }) => left.has(id)) });
      }
      throw listCollectionRefusals.listNotFound('to');
    }
    // Those that were there already came by another way: their list may have been closed, and all of it saved there.
    const brought = movedIn.answer.filter(({ item, wasThere }) => !wasThere && !left.has(item.id));
    const removed = await removeDuplicates(commands, context, { from, to, items: brought.map(({ item }) => item) });
    const doubled = new Set(removed?.answer);
    const ingredientIds = arrived.map(({ id }) => id).filter((id) => !doubled.has(id));
    if (ingredientIds.length === 0) throw groceryListRefusals.itemNotFound();
    const revisionOf = ({ revision }: { revision: bigint | undefined }) => revision?.toString() ?? null;
    const moved = {
      from: { listId: from, revision: revisionOf(movedOut) },
      to: { listId: to, revision: revisionOf(removed ?? movedIn) },
      ingredientIds,
    };
    return { moved, position: removed?.position ?? movedOut.position };
  });
}

/**
 * After the other list was closed with the items on it: removes those from here that were saved to the main list. The rest
 * stays, or would be nowhere.
 */
async function removeSaved(
  commands: CommandHandler,
  context: CommandContext,
  { from, closed, items, arrivals }: Saving,
): Promise<void> {
  const to = closed.mainListId;
  if (from === to) return;
  const saved = await commands.read(
    groceryList,
    to,
    (state) => items.filter(({ id }) => state.arrivals.get(id)?.from === closed.listId),
    context.deadline,
  );
  const moveOut = { type: 'MoveOut', items: saved, to, arrivals } as const;
  await commands.handle(groceryList, from, moveOut, contextOfFurtherCommand(context, 'saved'), () => undefined);
}

/** After the membership in the household of the other list has ended: the members of the first one would have them no more. */
async function bringBack(
  commands: CommandHandler,
  context: CommandContext,
  { from, to, items }: { readonly from: string; readonly to: string; readonly items: readonly RestoredItem[] },
): Promise<void> {
  if (items.length === 0) return;
  const moveIn = { type: 'MoveIn', items, from: to, beyondLimit: true } as const;
  await commands.handle(groceryList, from, moveIn, contextOfFurtherCommand(context, 'brought back'), () => undefined);
}

interface Saving {
  readonly from: string;
  readonly closed: ListAccess;
  readonly items: readonly RestoredItem[];
  readonly arrivals: GroceryListState['arrivals'];
}

/** The id of an item and the member who was to bring it, if they cannot see the other list. */
const foreignAssignee = ({ id, assignedTo }: RestoredItem, members: readonly string[]): [string, string][] =>
  assignedTo === undefined || members.includes(assignedTo) ? [] : [[id, assignedTo]];

const unassigned = ({ assignedTo: _, ...item }: RestoredItem): RestoredItem => item;

function assignedAs(item: RestoredItem, foreign: ReadonlyMap<string, string>): RestoredItem {
  const assignedTo = foreign.get(item.id);
  return item.assignedTo !== undefined || assignedTo === undefined ? item : { ...item, assignedTo };
}

/**
 * Removes those of the items again that another member has moved to a third list meanwhile, unless they were changed since
 * they came. The answer has their ids.
 */
async function removeDuplicates(
  commands: CommandHandler,
  context: CommandContext,
  { from, to, items }: { readonly from: string; readonly to: string; readonly items: readonly RestoredItem[] },
): Promise<CommandResult<string[]> | undefined> {
  if (items.length === 0) return undefined;
  const { departures } = await commands.read(
    groceryList,
    from,
    (state) => ({ departures: new Map(state.departures) }),
    context.deadline,
  );
  const doubled = items.filter(({ id }) => (departures.get(id) ?? to) !== to);
  if (doubled.length === 0) return undefined;
  const arrivals = new Map(doubled.map(({ id }) => [id, { commandId: context.commandId }]));
  const moveOut = { type: 'MoveOut', items: doubled, to: from, arrivals } as const;
  // Recorded ids derive from this name: a repeated request must find its command.
  const later = contextOfFurtherCommand(context, 'take back');
  return commands.handle(groceryList, to, moveOut, later, ({ events }) => itemIdsOf(events, 'GroceryItemRemoved'));
}
