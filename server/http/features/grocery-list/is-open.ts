import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { household } from '../../../core/domain/household/decider.ts';
import { listCollection } from '../../../core/domain/list-collection/decider.ts';
import type { ListAccess } from '../../../ownership/ownership.ts';

/**
 * Whether a list was not closed, and is still the actor's. Asks the log, because read models may be behind it.
 * @throws EventLogUnavailable, NewerRelease
 */
export async function isOpen(
  commands: CommandHandler,
  { actor, deadline }: Pick<CommandContext, 'actor' | 'deadline'>,
  { listId, mainListId, householdId }: ListAccess,
): Promise<boolean> {
  const isMember = (id: string) =>
    commands.read(household, id, (state) => state.status === 'founded' && state.members.has(actor), deadline);
  const isListed = () => commands.read(listCollection, mainListId, ({ names }) => names.has(listId), deadline);
  return (householdId === undefined || (await isMember(householdId))) && (listId === mainListId || (await isListed()));
}
