import type { StreamReader } from '../commands/handle-command.ts';
import type { CommandContext } from '../commands/task.ts';
import { household } from '../core/domain/household/decider.ts';

/**
 * The uids of a household's members; none after it was dissolved. Asks the log, because read models may be behind it.
 * @throws EventLogUnavailable, NewerRelease
 */
export const membersOf = (streams: StreamReader, householdId: string, deadline?: number): Promise<readonly string[]> =>
  streams.read(
    household,
    householdId,
    (state) => (state.status === 'founded' ? [...state.members.keys()] : []),
    deadline,
  );

/**
 * Whether a list or a plan is still the actor's: their own, or of a household of which they are a member.
 * @throws EventLogUnavailable, NewerRelease
 */
export const isStillTheirs = async (
  streams: StreamReader,
  { actor, deadline }: Pick<CommandContext, 'actor' | 'deadline'>,
  { householdId }: { readonly householdId?: string },
): Promise<boolean> => householdId === undefined || (await membersOf(streams, householdId, deadline)).includes(actor);
