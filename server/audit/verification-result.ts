import { allProjections } from '../../projections/definitions/all.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import type { Verified } from '../../projections/verify/verify-read-models.ts';
import type { VerificationCommand } from '../core/domain/projection-control/verifications.ts';

/** The command that records what a verification has found. Without the search index, which no store has. */
export const resultsOf = (verified: readonly Verified[], of: VerificationCommand['of']): VerificationCommand => ({
  type: 'RecordVerification',
  of,
  results: verified.flatMap(({ projection, position, compared, differences }) => {
    const definition = allProjections.find((one) => versionedName(one) === projection);
    if (!definition) return [];
    const { name, version } = definition;
    return {
      projection: name,
      version,
      ...(position !== undefined && { position: `${position}` }),
      compared,
      differences,
    };
  }),
});
