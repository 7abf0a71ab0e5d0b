import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { contextOfFurtherCommand } from '../../../commands/context-of-further-command.ts';
import { msUntil } from '../../../commands/deadline.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { householdLimits } from '../../../core/contracts/limits.ts';
import { type HouseholdCommand, household } from '../../../core/domain/household/decider.ts';
import { householdRefusals } from '../../../core/domain/household/refusals.ts';
import type { Ownership } from '../../../ownership/ownership.ts';
import { readYourWritesTimeoutMs } from '../../writing/execute-command.ts';

interface Deps {
  readonly commands: CommandHandler;
  readonly households: ReadModelReader;
  readonly ownership: Pick<Ownership, 'householdsOf'>;
}

/**
 * Simultaneous calls of one person may all have found room for another household, on several nodes. Their order in the log
 * decides: the one that came too late is ended. Call it when the read model includes the new membership.
 * @throws Refusal if it is ended, or was meanwhile; and what the command handler throws
 */
export async function assertWithinLimit(
  { commands, households, ownership }: Deps,
  context: CommandContext,
  { id, endMembership }: { readonly id: string; readonly endMembership: HouseholdCommand },
): Promise<void> {
  const { actor, deadline } = context;
  const first = await ownership.householdsOf(actor);
  // Fewer without this one: the read model is late.
  if (first.length < householdLimits.perUser || first.includes(id)) return;
  const later = contextOfFurtherCommand(context, 'beyond the limit');
  const { position } = await commands.handle(household, id, endMembership, later, () => undefined);
  if (position !== undefined) await households.waitFor(position, msUntil(deadline, readYourWritesTimeoutMs));
  throw householdRefusals.tooManyHouseholds();
}
