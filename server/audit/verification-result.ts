import { allProjections } from '../../projections/definitions/all.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import type { Verified } from '../../projections/verify/verify-read-models.ts';
import type { VerificationCommand } from '../core/domain/projection-control/verifications.ts';

/**
 * The command that records what a verification has found: without the search index, which no store has, and without read
 * models that are not built yet.
 * @returns undefined if nothing remains
 */
export function resultsOf(
  verified: readonly Verified[],
  of: VerificationCommand['of'],
): VerificationCommand | undefined {
  const results = verified.flatMap(({ projection, position, compared, differences }) => {
    const definition = allProjections.find((one) => versionedName(one) === projection);
    if (!definition || (position === undefined && differences === 0)) return [];
    const { name, version } = definition;
    const at = position === undefined ? undefined : { position: position.toString() };
    return { projection: name, version, ...at, compared, differences };
  });
  return results.length === 0 ? undefined : { type: 'RecordVerification', of, results };
}
