import { allProjections } from '../../projections/definitions/all.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import type { Verified } from '../../projections/verify/verify-read-models.ts';
import type { VerificationCommand } from '../core/domain/projection-control/verifications.ts';

/** The projection and the command that records what was found; undefined for the search index, which has no decisions. */
export function resultOf(
  { projection, position, compared, differences }: Verified,
  of: VerificationCommand['of'],
): { readonly name: string; readonly command: VerificationCommand } | undefined {
  const definition = allProjections.find((one) => versionedName(one) === projection);
  if (!definition) return undefined;
  const { name, version } = definition;
  const at = position === undefined ? undefined : { position: position.toString() };
  return { name, command: { type: 'RecordVerification', version, of, compared, differences, ...at } };
}
