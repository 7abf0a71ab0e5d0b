import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { GroceryHistory } from '../../../audit/grocery-history.ts';
import type { CommandHandler, StreamReader } from '../../../commands/handle-command.ts';
import type { GroceryItem } from '../../../core/contracts/grocery-list.ts';
import { type GroceryListCommand, groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { GroceryListEvent, RestoredItem } from '../../../core/domain/grocery-list/events.ts';
import { currentIds, type GroceryListState } from '../../../core/domain/grocery-list/state.ts';
import { listCollectionRefusals } from '../../../core/domain/list-collection/refusals.ts';
import { isStillTheirs } from '../../../ownership/memberships.ts';
import type { ListAccess, Ownership } from '../../../ownership/ownership.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import type { Authors } from '../../writing/authors.ts';
import { executeWithAuthor } from '../../writing/execute-command.ts';
import { isListed, isOpen } from './is-open.ts';
import { withNames } from './list-names.ts';
import * as operations from './operations.ts';

export interface GroceryListDeps {
  readonly commands: CommandHandler;
  readonly lists: ReadModelReader;
  readonly history: GroceryHistory;
  readonly ownership: Ownership;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

export const login = {
  add: 'Please log in to add items to your grocery list',
  view: 'Please log in to view your grocery list',
  modify: 'Please log in to modify your grocery list',
  clear: 'Please log in to clear your grocery list',
};

/** What the calls to read and change a list have in common. */
export function createListCalls({ commands, lists, ownership, authors }: GroceryListDeps) {
  /**
   * Only the token identifies the user; the id in the path or body is what they ask for.
   * @param field of the body that has the id
   */
  async function ownList(request: FastifyRequest, whose: string, field?: string): Promise<ListAccess> {
    const access = await ownership.findList(userOf(request).uid, whose);
    if (!access) throw operations.notYours();
    if (access === 'closed') throw listCollectionRefusals.listNotFound(field);
    return access;
  }

  /**
   * For changes, and for what is read from the log. The log decides whether a list is the user's: the read models of
   * households and lists may be behind it.
   */
  async function ownListByLog(request: FastifyRequest, whose: string): Promise<ListAccess> {
    const list = await ownList(request, whose);
    await assertOpen(request, list, commands);
    return list;
  }

  /** @throws HttpError if the list is not the user's any more; Refusal if it was closed */
  async function assertOpen(request: FastifyRequest, list: ListAccess, reader: StreamReader): Promise<void> {
    const { deadline } = request;
    if (!(await isStillTheirs(reader, { actor: userOf(request).uid, deadline }, list))) throw operations.notYours();
    if (!(await isListed(reader, list, deadline))) throw listCollectionRefusals.listNotFound();
  }

  /**
   * Executes a command for a list, and looks again whether it was still the user's then: it may have ended meanwhile, and the
   * user must not believe that others see the change. What came before the end is saved or copied with the list. Returns
   * the items that `pick` names, as the command left them, and the ids of those that it removed.
   * @throws HttpError if the list is not the user's, or not any more; Refusal if it was closed, and what the command handler throws
   */
  async function changeItems(
    request: FastifyRequest,
    reply: FastifyReply,
    whose: string,
    command: (list: ListAccess, commandId: string) => GroceryListCommand,
    pick: (events: readonly GroceryListEvent[]) => readonly string[] = () => [],
  ): Promise<{ listId: string; items: GroceryItem[]; removedIds: string[] }> {
    const list = await ownListByLog(request, whose);
    const { listId } = list;
    const { answer, author, position } = await executeWithAuthor(
      { request, reply, commands, model: lists, authors },
      {
        aggregate: groceryList,
        prepare: ({ commandId }) => ({ id: listId, command: command(list, commandId) }),
        present: ({ state, events }) => ({
          items: copiesOf(state, pick(events)),
          removedIds: itemIdsOf(events, 'GroceryItemRemoved'),
        }),
      },
    );
    const { uid } = userOf(request);
    const items = await withNames(lists, answer.items, { uid, name: author.name });
    const asking = { actor: uid, deadline: request.deadline };
    if (!(await isOpen(commands, asking, list))) {
      await assertOpen(request, list, position === undefined ? commands : commands.at(position));
    }
    return { listId, items, removedIds: answer.removedIds };
  }

  return { ownList, ownListByLog, changeItems };
}

/** Ids of the items that the events of a type put on the list, or removed from it. */
export function itemIdsOf(
  events: readonly GroceryListEvent[],
  type: 'GroceryItemsAdded' | 'GroceryItemsRestored' | 'GroceryItemRemoved',
): string[] {
  const ids: string[] = [];
  for (const event of events) {
    if (event.type !== type) continue;
    if (event.type === 'GroceryItemRemoved') ids.push(event.data.itemId);
    else for (const { id } of event.data.items) ids.push(id);
  }
  return ids;
}

export const copiesOf = (state: GroceryListState, ids: readonly string[]): RestoredItem[] =>
  currentIds(state, ids).flatMap((id) => {
    const item = state.items.get(id);
    return item ? [{ ...item }] : [];
  });
