import type { Applied } from '../../projections/runner/applied.ts';
import type { Revision } from '../core/contracts/shared.ts';

type Events = Applied['events'];

export const positionOf = (events: Events): string => String(events.at(-1)?.position);

/** Revisions before and after these events, for a document that every event of its stream changes. */
export function revisionsOf(events: Events): { from: Revision; revision: string } {
  const [first, last] = [events.at(0)?.revision ?? 0n, events.at(-1)?.revision ?? 0n];
  return { from: first === 0n ? null : String(first - 1n), revision: String(last) };
}
