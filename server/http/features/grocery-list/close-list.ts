import type { CommandResult } from '../../../commands/aggregate.ts';
import { contextOfFurtherCommand } from '../../../commands/context-of-further-command.ts';
import type { CommandHandler, StreamReader } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { RestoredItem } from '../../../core/domain/grocery-list/events.ts';
import type { GroceryListState } from '../../../core/domain/grocery-list/state.ts';
import { listCollection } from '../../../core/domain/list-collection/decider.ts';
import { copiesOf, itemIdsOf } from './list-calls.ts';

interface ClosedList {
  readonly listId: string;
  readonly mainListId: string;
}

/**
 * Closes a list. Its unchecked items that the member has not seen are added to the main list: before it is closed, while a
 * failure or a full main list leaves them where they are, and after that those that came meanwhile. What comes once it is
 * closed is refused, so it is not added.
 * @param seen the ids of the unchecked items that the member has seen; undefined: none is kept
 * @returns the position after all of it, and the revision of the owner's lists
 * @throws Refusal if the list is not one of the owner's, or the main list has no room; and what the command handler throws
 */
export async function closeList(
  commands: CommandHandler,
  context: CommandContext,
  list: ClosedList,
  seen: readonly string[] | undefined,
): Promise<Pick<CommandResult<unknown>, 'position' | 'revision'>> {
  const { listId, mainListId } = list;
  const command = { type: 'CloseList', listId } as const;
  return commands.underKey(context, async () => {
    const close = () => commands.handle(listCollection, mainListId, command, context, () => undefined);
    if (seen === undefined) return close();
    // First whether the list is one of the owner's. A repeated request, after which it may be closed, is not refused.
    const { isRepeated } = await commands.assertNotRefused(listCollection, mainListId, command, context);
    const closed = isRepeated ? await close() : undefined;
    const before = { seen, saved: new Map(), isOver: isRepeated, closedAt: closed?.position };
    const first = await saveUnseen(commands, context, list, before);
    const { position, revision } = closed ?? (await close());
    const unsaved = { seen, saved: first.saved, closedAt: position };
    const last = await saveUnseen(commands, contextOfFurtherCommand(context, 'closed'), list, unsaved);
    return { position: last.position ?? position, revision };
  });
}

interface Unseen {
  readonly seen: readonly string[];
  /** The last arrivals of items that are saved. One that has arrived again since was on its way back. */
  readonly saved: ReadonlyMap<string, string | undefined>;
  /** Whether nothing more is saved in this step, since the list is closed. What was saved in it is still returned. */
  readonly isOver?: boolean;
  /** The position at which the list was closed. From then on, a full main list gets them, too, or they would be lost. */
  readonly closedAt?: bigint | undefined;
}

/**
 * They are not removed from the list itself, which is not shown any more.
 * @returns what is saved now, and the position of the main list with it; undefined if there is nothing to save
 */
async function saveUnseen(
  commands: CommandHandler,
  context: CommandContext,
  { listId, mainListId }: ClosedList,
  { seen, saved, isOver, closedAt }: Unseen,
): Promise<{ saved: Unseen['saved']; position: bigint | undefined }> {
  const seenIds = new Set(seen);
  const { present, arrivals } = await commands.read(
    groceryList,
    listId,
    (state) => {
      const arrivalOf = (id: string) => state.arrivals.get(id)?.commandId;
      const isSaved = (id: string) => seenIds.has(id) || (saved.has(id) && saved.get(id) === arrivalOf(id));
      const present = copiesOf(state, [...state.items.keys()]).filter(
        ({ id, checkedBy }) => !checkedBy && !isSaved(id),
      );
      return { present, arrivals: new Map(present.map(({ id }) => [id, arrivalOf(id)])) };
    },
    context.deadline,
  );
  const items = closedAt === undefined ? present : await thoseOnList(commands.at(closedAt), context, listId, present);
  if (items.length === 0) return { saved, position: undefined };
  const moveIn = {
    type: 'MoveIn',
    items,
    from: listId,
    // An item may be on its way from the main list, and is about to be removed there.
    recordsPresent: true,
    beyondLimit: closedAt !== undefined,
    // Those that were bought or removed there after an attempt that did not close the list.
    without: 'removed',
  } as const;
  if (isOver && !(await commands.assertNotRefused(groceryList, mainListId, moveIn, context)).isRepeated)
    return { saved, position: undefined };
  const { answer, position, isRepeated } = await commands.handle(
    groceryList,
    mainListId,
    moveIn,
    context,
    ({ events }) => itemIdsOf(events, 'GroceryItemsRestored'),
  );
  if (!isRepeated) return { saved: arrivals, position };
  return { saved: await arrivalsAt(commands, context, { listId, ids: answer, position }), position };
}

/** How items that an earlier attempt has saved had come to the list then. Others may have moved them since. */
async function arrivalsAt(
  commands: CommandHandler,
  { deadline }: CommandContext,
  {
    listId,
    ids,
    position = 0n,
  }: { readonly listId: string; readonly ids: readonly string[]; readonly position?: bigint | undefined },
): Promise<Unseen['saved']> {
  const arrivals = (state: GroceryListState) => new Map(ids.map((id) => [id, state.arrivals.get(id)?.commandId]));
  return commands.at(position).read(groceryList, listId, arrivals, deadline);
}

/** Those of the items that the reader finds on the list. */
async function thoseOnList(
  reader: StreamReader,
  { deadline }: CommandContext,
  listId: string,
  items: readonly RestoredItem[],
): Promise<readonly RestoredItem[]> {
  if (items.length === 0) return items;
  return reader.read(groceryList, listId, (state) => items.filter(({ id }) => state.items.has(id)), deadline);
}
