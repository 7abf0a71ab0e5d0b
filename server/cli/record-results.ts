import { allProjections } from '../../projections/definitions/all.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import type { Verified } from '../../projections/verify/verify-read-models.ts';
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
  const results = verified.flatMap(({ projection, position, compared, differences }) => {
    const definition = allProjections.find((one) => versionedName(one) === projection);
    if (!definition) return [];
    const { name, version } = definition;
    const at = position === undefined ? undefined : { position: position.toString() };
    return [{ name, body: { type: 'RecordVerification' as const, version, of, compared, differences, ...at } }];
  });
  if (results.length === 0) return;
  try {
    if (await recordInServer(context, results)) return;
    const log = await context.openLog();
    for (const { name, body } of results) await recordDecision(log, name, body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The results are not recorded: ${reason}\n`);
  }
}
