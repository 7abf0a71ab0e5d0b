import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { RestoredItem } from '../../../core/domain/grocery-list/events.ts';
import { type HouseholdCommand, household } from '../../../core/domain/household/decider.ts';
import { listCollection } from '../../../core/domain/list-collection/decider.ts';
import { listCollectionRefusals } from '../../../core/domain/list-collection/refusals.ts';
import { Refusal } from '../../../core/domain/refusal.ts';
import type { Ownership } from '../../../ownership/ownership.ts';

interface Ending {
  /** The id of the household. */
  readonly id: string;
  /** The command that ends the membership. */
  readonly command: HouseholdCommand;
  /** The member who gets a copy. Default: everyone. */
  readonly uid?: string;
}

/**
 * Copies the main list of a household for members, before their membership ends: a failure in between ends nothing, and a
 * repeated request makes no second copy.
 * @throws Refusal if the command is not allowed, and what the command handler throws
 */
export async function keepCopies(
  { commands, ownership }: { readonly commands: CommandHandler; readonly ownership: Ownership },
  context: CommandContext,
  { id, command, uid: keeper }: Ending,
): Promise<void> {
  await commands.underKey(context, async () => {
    const hasEnded = await commands.check(household, id, command, context);
    if (hasEnded) return;
    const { listId } = ownership.ofHousehold(id);
    const items = await commands.read(
      groceryList,
      listId,
      (state) => [...state.items.values()].map((item) => ({ ...item })),
      context.deadline,
    );
    const { name, members } = await commands.read(
      household,
      id,
      (state) =>
        state.status === 'founded'
          ? { name: state.name, members: [...state.members.keys()] }
          : { name: '', members: [] },
      context.deadline,
    );
    if (items.length === 0) return;
    for (const uid of keeper === undefined ? members : [keeper]) {
      const { listId: ownListId } = ownership.ofUser(uid);
      const copies = items.map((item) => copyFor(uid, item, derivedId(context.commandId, uid, item.id)));
      const copied = await copyItems(commands, context, { name, ownListId, from: listId, uid, copies });
      // Others must not be kept from dissolving the household by a member whose lists are all full.
      if (copied instanceof Refusal && keeper !== undefined) throw copied;
    }
  });
}

interface Copies {
  readonly name: string;
  readonly ownListId: string;
  readonly from: string;
  readonly uid: string;
  readonly copies: readonly RestoredItem[];
}

/** Adds the copies to a new list with this name or, if the member has too many lists, to their main one. */
async function copyItems(
  commands: CommandHandler,
  context: CommandContext,
  { name, ownListId, from, uid, copies }: Copies,
): Promise<Refusal | undefined> {
  const listId = derivedId(context.commandId, 'copy', uid);
  const moveTo = (to: string) =>
    commands.handle(groceryList, to, { type: 'MoveIn', items: copies, from }, context, () => undefined);
  try {
    await commands.handle(listCollection, ownListId, { type: 'OpenList', listId, name }, context, () => undefined);
    await moveTo(listId);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== listCollectionRefusals.tooManyLists().code) return error;
  }
  try {
    await moveTo(ownListId);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The plan of the household, and members who bring things, are not the member's own. */
function copyFor(uid: string, { plannedMeal: _, assignedTo, ...item }: RestoredItem, id: string): RestoredItem {
  return { ...item, id, ...(assignedTo === uid && { assignedTo }) };
}
