import type { Verified } from '../../projections/verify/verify-read-models.ts';
import { resultsOf } from '../audit/verification-result.ts';
import { newId } from '../commands/ids.ts';
import { verificationsId } from '../core/domain/projection-control/events.ts';
import type { VerificationCommand } from '../core/domain/projection-control/verifications.ts';
import type { CommandContext } from './command-context.ts';
import { recordDecision, recordInServer } from './projection-decisions.ts';

/**
 * Records what this command has verified, for `projections status`. The result stands without: a log that cannot be written
 * is a line on standard error.
 */
export async function recordResults(
  context: CommandContext,
  of: VerificationCommand['of'],
  verified: readonly Verified[],
): Promise<void> {
  const body = resultsOf(verified, of);
  if (!body) return;
  try {
    const decision = { id: newId(), name: verificationsId, body };
    if (await recordInServer(context.config(), decision)) return;
    await recordDecision(await context.openLog(), decision, body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.warn(`The results are not recorded: ${reason}`);
  }
}
