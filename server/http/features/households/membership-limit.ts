import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { contextOfFurtherCommand } from '../../../commands/context-of-further-command.ts';
import { msUntil } from '../../../commands/deadline.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { householdLimits } from '../../../core/contracts/limits.ts';
import { type HouseholdCommand, household } from '../../../core/domain/household/decider.ts';
import { householdRefusals } from '../../../core/domain/household/refusals.ts';
import { Refusal } from '../../../core/domain/refusal.ts';
import type { Ownership } from '../../../ownership/ownership.ts';
import { readYourWritesTimeoutMs } from '../../writing/execute-command.ts';

interface Deps {
  readonly commands: CommandHandler;
  readonly households: ReadModelReader;
  readonly ownership: Ownership;
}

/**
 * Simultaneous calls of one person may all have found room for another household, on several nodes. Their order in the log
 * decides: the one that came too late is taken back.
 * @param position of the event that made the user a member
 * @throws Refusal if it is taken back, and what the command handler throws
 */
export async function assertWithinLimit(
  { commands, households, ownership }: Deps,
  context: CommandContext,
  { id, position, takeBack }: { id: string; position: bigint | undefined; takeBack: HouseholdCommand },
): Promise<void> {
  const { actor, deadline } = context;
  if (position === undefined || !(await households.waitFor(position, msUntil(deadline, readYourWritesTimeoutMs))))
    return;
  const first = await ownership.householdsOf(actor);
  if (first.length < householdLimits.perUser || first.includes(id)) return;
  const later = contextOfFurtherCommand(context, 'beyond the limit');
  try {
    const takenBack = await commands.handle(household, id, takeBack, later, () => undefined);
    await households.waitFor(takenBack.position ?? position, msUntil(deadline, readYourWritesTimeoutMs));
  } catch (error) {
    // By the first of repeated requests.
    if (!(error instanceof Refusal)) throw error;
  }
  throw householdRefusals.tooManyHouseholds();
}
