import type { LogLeaf } from './log-leaves.ts';
import type { Lookahead } from './lookahead.ts';
import type { SealedLeaf } from './sealed-leaves.ts';

/** The same event in both, or a gap: neighbouring leaves of which none has a counterpart at its place. */
export type Step =
  | { readonly kind: 'same'; readonly sealed: SealedLeaf; readonly found: LogLeaf }
  | { readonly kind: 'gap'; readonly sealed: readonly SealedLeaf[]; readonly found: readonly LogLeaf[] }
  /** The log ends before the sealed events do. */
  | { readonly kind: 'end'; readonly sealed: SealedLeaf };

/** How far a gap can reach, in leaves. */
export const maxGap = 2_048;

/**
 * Aligns the log with the sealed leaves, by their hashes: positions may have been changed, too. After a difference it
 * continues where the fewest leaves are left out. Ends with the sealed leaves; later events are not sealed yet.
 * @param lastPosition of the last sealed event, as it was when it was sealed, if known
 */
export async function* align(
  sealed: Lookahead<SealedLeaf>,
  found: Lookahead<LogLeaf>,
  lastPosition: bigint | undefined,
): AsyncGenerator<Step, void, undefined> {
  for (;;) {
    const expected = await sealed.next();
    if (!expected) return;
    const actual = await found.next();
    if (!actual) {
      yield { kind: 'end', sealed: expected };
      return;
    }
    if (isSame(expected, actual)) {
      sealed.take(1);
      found.take(1);
      yield { kind: 'same', sealed: expected, found: actual };
      continue;
    }
    const [restOfSeals, restOfLog] = [await sealed.see(maxGap), await found.see(maxGap)];
    const [inSeals, inLog] = gapBetween(restOfSeals, restOfLog) ?? gapAtEnd(restOfSeals, restOfLog, lastPosition);
    yield { kind: 'gap', sealed: sealed.take(inSeals), found: found.take(inLog) };
  }
}

const isSame = ({ hash }: SealedLeaf, found: LogLeaf): boolean =>
  found.hash !== undefined && (hash === undefined || hash.equals(found.hash));

/** How many leaves of each to leave out before both continue with the same one: as few as possible. */
function gapBetween(sealed: readonly SealedLeaf[], found: readonly LogLeaf[]): [number, number] | undefined {
  const places = new Map<string, number>();
  for (const [place, { hash }] of sealed.entries()) {
    const key = hash?.toString('latin1');
    if (key !== undefined && !places.has(key)) places.set(key, place);
  }
  let best: [number, number] | undefined;
  let leftOut = Number.POSITIVE_INFINITY;
  for (const [inLog, { hash }] of found.entries()) {
    if (inLog >= leftOut) break;
    const inSeals = hash && places.get(hash.toString('latin1'));
    if (inSeals === undefined || inSeals + inLog >= leftOut) continue;
    best = [inSeals, inLog];
    leftOut = inSeals + inLog;
  }
  return best;
}

/** Nothing in sight is the same. After the last sealed event the log has others, which are not sealed yet. */
function gapAtEnd(
  sealed: readonly SealedLeaf[],
  found: readonly LogLeaf[],
  lastPosition: bigint | undefined,
): [number, number] {
  const isEnd = sealed.length < maxGap;
  if (!isEnd || lastPosition === undefined) {
    const both = Math.min(sealed.length, found.length);
    return [both, both];
  }
  return [sealed.length, found.filter(({ position }) => position <= lastPosition).length];
}
