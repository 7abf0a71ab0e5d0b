import type { Verified } from '../../projections/verify/verify-read-models.ts';
import { resultOf } from '../audit/verification-result.ts';
import { newId } from '../commands/ids.ts';
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
  const results = verified.flatMap((one) => resultOf(one, of) ?? []);
  if (results.length === 0) return;
  try {
    const decisions = results.map(({ name, command: body }) => ({ id: newId(), name, body }));
    if (await recordInServer(context.config(), decisions)) return;
    const log = await context.openLog();
    for (const decision of decisions) await recordDecision(log, decision, decision.body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The results are not recorded: ${reason}\n`);
  }
}
