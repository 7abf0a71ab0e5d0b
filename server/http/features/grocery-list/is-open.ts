import type { StreamReader } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { listCollection } from '../../../core/domain/list-collection/decider.ts';
import { isStillTheirs } from '../../../ownership/memberships.ts';
import type { ListAccess } from '../../../ownership/ownership.ts';

type Asking = Pick<CommandContext, 'actor' | 'deadline'>;

/**
 * Whether a list was not closed, and is still the actor's. Asks the log, because read models may be behind it.
 * @throws EventLogUnavailable, NewerRelease
 */
export const isOpen = async (streams: StreamReader, asking: Asking, list: ListAccess): Promise<boolean> =>
  (await isStillTheirs(streams, asking, list)) && (await isListed(streams, list, asking.deadline));

/**
 * Whether the owner has the list: the main one for ever, a further one until it is closed. Asks the log.
 * @throws EventLogUnavailable, NewerRelease
 */
export async function isListed(
  streams: StreamReader,
  { listId, mainListId }: Pick<ListAccess, 'listId' | 'mainListId'>,
  deadline?: number,
): Promise<boolean> {
  if (listId === mainListId) return true;
  return streams.read(listCollection, mainListId, ({ names }) => names.has(listId), deadline);
}
