import { contextOfFurtherCommand } from '../../../commands/context-of-further-command.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId, newId } from '../../../commands/ids.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { RestoredItem } from '../../../core/domain/grocery-list/events.ts';
import { isOrWasHere } from '../../../core/domain/grocery-list/moving.ts';
import type { GroceryListState } from '../../../core/domain/grocery-list/state.ts';
import { type HouseholdCommand, household } from '../../../core/domain/household/decider.ts';
import { listCollection } from '../../../core/domain/list-collection/decider.ts';
import { Refusal } from '../../../core/domain/refusal.ts';
import type { Logger } from '../../../core/logger.ts';
import type { Ownership } from '../../../ownership/ownership.ts';

interface Deps {
  readonly commands: CommandHandler;
  readonly ownership: Ownership;
  readonly logger: Pick<Logger, 'warn'>;
}

interface Ending {
  /** The id of the household. */
  readonly id: string;
  /** The command that ends the membership. */
  readonly command: HouseholdCommand;
  /** The member who gets a copy. Default: everyone. */
  readonly uid?: string;
}

/**
 * Copies the lists of a household for members, before their membership ends: a failure in between ends nothing. A
 * membership gets one copy of each, also if the request is repeated or others end it at the same time. A repeated request
 * adds what came to the list since, as long as the membership has not ended.
 * @returns to be called after the household was dissolved: adds what came to the list, and who joined, until then
 * @throws Refusal if the command is not allowed, or the lists of the only member have no room; and what the command handler throws
 */
export async function keepCopies(deps: Deps, context: CommandContext, ending: Ending): Promise<() => Promise<void>> {
  return deps.commands.underKey(context, async () => {
    const { isRepeated } = await deps.commands.assertNotRefused(household, ending.id, ending.command, context);
    if (!isRepeated) await copyToMembers(deps, context, ending, false);
    // Again, if the request is repeated: it may have failed before.
    return () => copyToMembers(deps, contextOfFurtherCommand(context, 'after the end'), ending, true);
  });
}

async function copyToMembers(
  deps: Deps,
  context: CommandContext,
  { id, uid: keeper }: Ending,
  hasEnded: boolean,
): Promise<void> {
  const { members, lists } = await read(deps, id, context);
  const isForAll = keeper === undefined;
  for (const member of members.filter(({ uid }) => isForAll || uid === keeper)) {
    for (const list of lists) {
      const refusal = await refusalOf(copyTo(deps, context, list, { ...member, hasEnded, beyondLimit: isForAll }));
      if (refusal && !isForAll) throw refusal;
      // Nobody must be kept from dissolving the household by a member whose lists are all full.
      if (refusal && hasEnded) {
        const details = { uid: member.uid, listId: list.listId, reason: refusal.code };
        deps.logger.warn(
          details,
          'A list of a dissolved household was not copied completely for a member without room',
        );
      }
    }
  }
}

interface Member {
  readonly uid: string;
  /** A member who leaves and joins again has another membership. */
  readonly joinedAt: string;
}

/** A household and its lists, also after it was dissolved. */
interface Content {
  readonly members: readonly Member[];
  /** Those with items. */
  readonly lists: readonly CopiedList[];
}

interface CopiedList {
  readonly householdId: string;
  readonly listId: string;
  readonly isMain: boolean;
  /** Of the copy: the main list has no name, so it is that of the household. */
  readonly name: string;
  readonly items: readonly RestoredItem[];
}

async function read({ commands, ownership }: Deps, id: string, { deadline }: CommandContext): Promise<Content> {
  const { listId: mainListId } = ownership.ofHousehold(id);
  const further = await commands.read(listCollection, mainListId, ({ names }) => [...names], deadline);
  const { name: householdName, members } = await commands.read(
    household,
    id,
    (state) =>
      state.status === 'new'
        ? { name: '', members: [] }
        : { name: state.name, members: Array.from(state.members, ([uid, joinedAt]) => ({ uid, joinedAt })) },
    deadline,
  );
  const lists: CopiedList[] = [];
  for (const [listId, name] of [[mainListId, householdName] as const, ...further]) {
    const itemsOf = ({ items }: GroceryListState) => [...items.values()].map((item) => ({ ...item }));
    const items = await commands.read(groceryList, listId, itemsOf, deadline);
    if (items.length > 0) lists.push({ householdId: id, listId, isMain: listId === mainListId, name, items });
  }
  return { members, lists };
}

interface Recipient extends Member {
  /** Whether the membership has ended. */
  readonly hasEnded: boolean;
  /** Whether their main list takes more items than otherwise. */
  readonly beyondLimit: boolean;
}

/**
 * Adds the items to a new list or, if the member has too many lists or has closed that one, to their main one. Items that
 * are there already, or were, are not added again.
 * @throws Refusal if that has no room
 */
async function copyTo(
  { commands, ownership }: Deps,
  request: CommandContext,
  { householdId, listId: from, isMain, name, items }: CopiedList,
  { uid, joinedAt, hasEnded, beyondLimit }: Recipient,
): Promise<void> {
  const { listId: mainListId } = ownership.ofUser(uid);
  // That of the main list is the one of earlier releases.
  const listId = derivedId('copy', householdId, uid, joinedAt, ...(isMain ? [] : [from]));
  const copies = items.map((item) => copyFor(uid, item, derivedId(listId, item.id)));
  const context = isMain ? request : contextOfFurtherCommand(request, from);
  // An earlier attempt may have found too many lists.
  const isOnMainList = await commands.read(
    groceryList,
    mainListId,
    (state) => copies.some(({ id }) => isOrWasHere(state, id)),
    context.deadline,
  );
  const open = { type: 'OpenList', listId, name } as const;
  // Refused if there are too many, or if it is there already.
  if (!isOnMainList) await refusalOf(commands.handle(listCollection, mainListId, open, context, () => undefined));
  const { isOpen, isClosed } = await commands.read(
    listCollection,
    mainListId,
    ({ names, closed }) => ({ isOpen: names.has(listId), isClosed: closed.has(listId) }),
    context.deadline,
  );
  // By the member: they do not want it, unless they have closed what is left of an attempt that ended nothing.
  if (isClosed && hasEnded) return;
  // A list of its own takes all that the list of the household had.
  const moveIn = {
    type: 'MoveIn',
    items: copies,
    from,
    beyondLimit: beyondLimit || isOpen,
    without: 'removed or moved',
  } as const;
  // With the same identity, a second attempt would get the answer of the first one, and leave out what was added since.
  const moving = hasEnded ? context : contextOfFurtherCommand(context, newId());
  await commands.handle(groceryList, isOpen ? listId : mainListId, moveIn, moving, () => undefined);
}

const refusalOf = (handled: Promise<unknown>): Promise<Refusal | undefined> =>
  handled.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

/** The plan of the household, and members who bring things, are not the member's own. */
function copyFor(uid: string, { plannedMeal: _, assignedTo, ...item }: RestoredItem, id: string): RestoredItem {
  return { ...item, id, ...(assignedTo === uid && { assignedTo }) };
}
