import type { EventWithMetadata } from '../event-with-metadata.ts';
import type { ProjectionVerified, VerificationEnded, VerifiedCopy, VerifiedVersion } from './events.ts';

/** Of the stream of all verifications. */
export type VerificationCommand = { type: 'RecordVerification' } & VerificationEnded['data'];

/** The result of a verification. */
export type RecordedVerification = VerifiedVersion & {
  /** The projection; undefined in its own stream. */
  readonly projection: string | undefined;
  readonly of: VerifiedCopy;
  /** Who had it done. */
  readonly by: string;
  /** When it ended. */
  readonly at: string;
};

export const decideVerification = ({ type: _, ...data }: VerificationCommand): VerificationEnded[] =>
  data.results.length === 0 ? [] : [{ type: 'VerificationEnded', data }];

/** Of each version of a projection the last one, and before it the last one that found a difference. */
export function evolveVerifications(
  known: readonly RecordedVerification[],
  event: EventWithMetadata<ProjectionVerified | VerificationEnded>,
): RecordedVerification[] {
  const { actor: by, at } = event.meta;
  if (event.type === 'ProjectionVerified') return withResult(known, { ...event.data, projection: undefined, by, at });
  const { of, results } = event.data;
  return results.reduce<RecordedVerification[]>(
    (all, result) => withResult(all, { ...result, of, by, at }),
    [...known],
  );
}

function withResult(known: readonly RecordedVerification[], added: RecordedVerification): RecordedVerification[] {
  const isKept = ({ projection, version, differences }: RecordedVerification) =>
    projection !== added.projection || version !== added.version || (differences > 0 && added.differences === 0);
  return [...known.filter(isKept), added];
}

/** Those of a projection, oldest first. @param own of its own stream @param all of the stream of all verifications */
export const verificationsOf = (
  name: string,
  own: readonly RecordedVerification[],
  all: readonly RecordedVerification[],
): RecordedVerification[] =>
  [...own, ...all.filter(({ projection }) => projection === name)].sort(
    (a, b) => Number(a.at > b.at) - Number(a.at < b.at),
  );

export const lastVerification = (
  known: readonly RecordedVerification[],
  version: number,
): RecordedVerification | undefined => known.findLast((one) => one.version === version);

/** The last one that found a difference. */
export const lastDifferent = (
  known: readonly RecordedVerification[],
  version: number,
): RecordedVerification | undefined => known.findLast((one) => one.version === version && one.differences > 0);
