import { type IndexEntry, streamSum } from '../event-index.ts';
import { type EventFinding, nameOf, type Place, timeOf } from './findings.ts';
import type { LogLeaf } from './log-leaves.ts';
import type { SealedLeaf } from './sealed-leaves.ts';

/** A leaf without counterpart, or two at the same place. */
export interface Difference {
  readonly sealed?: SealedLeaf & { readonly entry: IndexEntry | undefined };
  readonly found?: LogLeaf;
}

type Sealed = NonNullable<Difference['sealed']>;

/** Pairs the leaves of a gap: those of the same stream and revision, or of the same position, or what is left in order. */
export function pair(sealed: readonly Sealed[], found: readonly LogLeaf[]): Difference[] {
  const rest = new Set(found);
  const partners = new Map<Sealed, LogLeaf>();
  const match = (fits: (entry: IndexEntry, leaf: LogLeaf) => boolean) => {
    for (const one of sealed) {
      const { entry } = one;
      if (!entry || partners.has(one)) continue;
      const partner = [...rest].find((leaf) => fits(entry, leaf));
      if (!partner) continue;
      partners.set(one, partner);
      rest.delete(partner);
    }
  };
  match((entry, { event }) => event !== undefined && isSameRevision(entry, event));
  match((entry, { position }) => position === entry.position);
  const alone = sealed.filter((one) => !partners.has(one));
  if (alone.length === rest.size) {
    for (const [index, leaf] of [...rest].entries()) {
      const one = alone[index];
      if (one) partners.set(one, leaf);
    }
    rest.clear();
  }
  return [
    ...sealed.map((one): Difference => {
      const partner = partners.get(one);
      return { sealed: one, ...(partner && { found: partner }) };
    }),
    ...[...rest].map((leaf): Difference => ({ found: leaf })),
  ];
}

const isSameRevision = (entry: IndexEntry, event: { readonly stream: string; readonly revision: bigint }): boolean =>
  BigInt(entry.revision) === event.revision && entry.stream === streamSum(event.stream);

/**
 * What happened to the events of the differences. An event that is in the log, but not where it was sealed, was
 * reordered.
 * @param streamOf names the stream of a removed event, if the log has other events of it
 */
export function classify(
  differences: readonly Difference[],
  streamOf: (entry: IndexEntry) => string | undefined,
): EventFinding[] {
  const key = (hash: Buffer | undefined) => hash?.toString('latin1');
  const sealedAt = new Map(differences.map(({ sealed }) => [key(sealed?.hash), sealed?.leaf]));
  const found = new Set(differences.map((one) => key(one.found?.hash)));
  return differences.flatMap((difference): EventFinding[] => {
    const { sealed, found: actual } = difference;
    const hash = key(actual?.hash);
    const formerLeaf = hash === undefined ? undefined : sealedAt.get(hash);
    const sealedHash = key(sealed?.hash);
    const isElsewhere = sealedHash !== undefined && found.has(sealedHash);
    if (actual && sealed && formerLeaf === undefined && !isElsewhere) return [changed(sealed, actual)];
    const findings: EventFinding[] = [];
    if (actual) findings.push(formerLeaf === undefined ? inserted(actual) : reordered(actual, formerLeaf));
    if (sealed && !isElsewhere) findings.push(removed(sealed, streamOf));
    return findings;
  });
}

const placeOf = ({ position, event }: LogLeaf): Place => ({
  position,
  ...(event && { stream: event.stream, revision: event.revision }),
});

function changed({ leaf, entry }: Sealed, found: LogLeaf): EventFinding {
  const place = { leaf, ...placeOf(found) };
  const { event } = found;
  if (!event) return { kind: 'unreadable', ...place, message: `${nameOf(place)} is damaged and cannot be read` };
  const before = entry && timeOf(entry);
  if (entry && !isSameRevision(entry, event)) {
    return { kind: 'changed', ...place, message: `${nameOf(place)} had another stream or revision when it was sealed` };
  }
  if (before !== undefined && entry?.atMs !== Date.parse(event.meta.at)) {
    const message = `${nameOf(place)} was re-dated after it was sealed: its time was ${before}, and is ${event.meta.at}`;
    return { kind: 'redated', ...place, message };
  }
  return { kind: 'changed', ...place, message: `${nameOf(place)} was changed after it was sealed` };
}

function inserted(found: LogLeaf): EventFinding {
  const place = placeOf(found);
  return { kind: 'inserted', ...place, message: `${nameOf(place)} was inserted between events that were sealed` };
}

function reordered(found: LogLeaf, leaf: number): EventFinding {
  const place = { leaf, ...placeOf(found) };
  return { kind: 'reordered', ...place, message: `${nameOf(place)} is in the log at another place than it was sealed` };
}

function removed({ leaf, entry }: Sealed, streamOf: (entry: IndexEntry) => string | undefined): EventFinding {
  const stream = entry && streamOf(entry);
  const place: Place = {
    leaf,
    ...(entry && { position: entry.position, revision: BigInt(entry.revision) }),
    ...(stream !== undefined && { stream }),
  };
  const at = entry && timeOf(entry);
  return {
    kind: 'removed',
    ...place,
    message: `${nameOf(place)}${at ? ` of ${at}` : ''} was removed after it was sealed`,
  };
}
