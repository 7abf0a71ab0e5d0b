import type { EventWithMetadata } from '../event-with-metadata.ts';
import type { ProjectionVerified } from './events.ts';

export type VerificationCommand = { type: 'RecordVerification' } & ProjectionVerified['data'];

/** The result of a verification. */
export type RecordedVerification = ProjectionVerified['data'] & {
  /** Who had it done. */
  readonly by: string;
  /** When it ended. */
  readonly at: string;
};

export const decideVerification = ({ type: _, ...data }: VerificationCommand): ProjectionVerified[] => [
  { type: 'ProjectionVerified', data },
];

/** Of each version the last one, and before it the last one that found a difference. */
export function evolveVerifications(
  known: readonly RecordedVerification[],
  { data, meta: { actor: by, at } }: EventWithMetadata<ProjectionVerified>,
): RecordedVerification[] {
  const isKept = ({ version, differences }: RecordedVerification) =>
    version !== data.version || (differences > 0 && data.differences === 0);
  return [...known.filter(isKept), { ...data, by, at }];
}

export const lastVerification = (
  known: readonly RecordedVerification[],
  version: number,
): RecordedVerification | undefined => known.findLast((one) => one.version === version);

/** The last one that found a difference. */
export const lastDifferent = (
  known: readonly RecordedVerification[],
  version: number,
): RecordedVerification | undefined => known.findLast((one) => one.version === version && one.differences > 0);
