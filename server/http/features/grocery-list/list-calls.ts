import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { GroceryHistory } from '../../../audit/grocery-history.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { GroceryItem } from '../../../core/contracts/grocery-list.ts';
import { type GroceryListCommand, groceryList } from '../../../core/domain/grocery-list/decider.ts';
import type { GroceryListEvent, RestoredItem } from '../../../core/domain/grocery-list/events.ts';
import { currentIds, type GroceryListState } from '../../../core/domain/grocery-list/state.ts';
import { isStillTheirs } from '../../../ownership/memberships.ts';
import type { ListAccess, Ownership } from '../../../ownership/ownership.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { isPartOfBatch } from '../../plugins/part-of-batch.ts';
import type { Authors } from '../../writing/authors.ts';
import { executeWithAuthor } from '../../writing/execute-command.ts';
import { isOpen } from './is-open.ts';
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
  /** Only the token identifies the user; the id in the path or body is what they ask for. */
  async function ownList(request: FastifyRequest, whose: string): Promise<ListAccess> {
    const access = await ownership.findList(userOf(request).uid, whose);
    if (!access) throw operations.notYours();
    return access;
  }

  /**
   * After a change, when the read model of lists includes it. A call of a batch does not wait for that, and the read model of
   * households may be behind: then the log decides.
   * @throws HttpError if the list was closed before the change, or is not the user's any more
   */
  async function assertStillOwn(request: FastifyRequest, whose: string, list: ListAccess): Promise<void> {
    const asking = { actor: userOf(request).uid, deadline: request.deadline };
    const isTheirs = isPartOfBatch(request.headers) ? isOpen : isStillTheirs;
    if (!(await isTheirs(commands, asking, list))) throw operations.notYours();
    await ownList(request, whose);
  }

  /** Executes a command and returns the items that `pick` names, as the command left them. */
  async function changeItems(
    request: FastifyRequest,
    reply: FastifyReply,
    listId: string,
    command: (commandId: string) => GroceryListCommand,
    pick: (events: readonly GroceryListEvent[]) => readonly string[] = () => [],
  ): Promise<GroceryItem[]> {
    const user = userOf(request);
    const { answer, author } = await executeWithAuthor(
      { request, reply, commands, model: lists, authors },
      {
        aggregate: groceryList,
        prepare: ({ commandId }) => ({ id: listId, command: command(commandId) }),
        present: ({ state, events }) => copiesOf(state, pick(events)),
      },
    );
    return withNames(lists, answer, { uid: user.uid, name: author.name });
  }

  return { ownList, assertStillOwn, changeItems };
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
