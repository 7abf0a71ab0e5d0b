import {
  matchesFilter,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
} from '../../core/event-log.ts';
import { isSystemEvent, positionOf, toRecordedEvent } from './events.ts';
import { pageFrom } from './in-log.ts';
import { allPage, logEnd, streamPage } from './pages.ts';
import type { Session } from './session.ts';

const pageSize = 500;

export async function* readStream(
  session: Session,
  stream: string,
  { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY }: ReadStreamOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  session.assertOpen();
  let left = limit;
  let next = from;
  while (left > 0) {
    const maxCount = Math.min(left, pageSize);
    const events = await streamPage(session, stream, direction, next, maxCount);
    for (const event of events) {
      const recorded = toRecordedEvent(event);
      if (recorded !== undefined) yield recorded;
    }
    left -= events.length;
    const last = events.at(-1);
    if (last === undefined || events.length < maxCount || (direction === 'backwards' && last.revision === 0n)) return;
    next = direction === 'forwards' ? last.revision + 1n : last.revision - 1n;
  }
}

/** Filters are applied here: the client ignores a filter in a read of `$all`. */
export const readAll = (session: Session, options: ReadAllOptions): AsyncGenerator<RecordedEvent, void, undefined> =>
  options.direction === 'backwards' ? readBackwards(session, options) : readForwards(session, options);

async function* readForwards(
  session: Session,
  { after, from, limit = Number.POSITIVE_INFINITY, filter = {} }: ReadAllOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  session.assertOpen();
  let left = limit;
  if (left <= 0) return;
  const end = await logEnd(session);
  let includesReached = from !== undefined;
  let reached = startAfter(from ?? after);
  const nextPage = (from: bigint | undefined, last: bigint) =>
    from === undefined ? allPage(session, 'forwards', from, pageSize) : pageFrom(session, from, pageSize, last);
  while (end !== undefined && (reached === undefined || reached < end || (includesReached && reached === end))) {
    const before = reached;
    for (const event of await nextPage(reached, end)) {
      const position = positionOf(event);
      // The page begins with the event at the requested position.
      if (reached !== undefined && position <= reached && !(includesReached && position === reached)) continue;
      includesReached = false;
      if (position > end) return;
      reached = position;
      const recorded = toRecordedEvent(event);
      if (recorded === undefined || !matchesFilter(filter, recorded.type)) continue;
      yield recorded;
      left -= 1;
      if (left === 0) return;
    }
    if (reached === before) return;
  }
}

async function* readBackwards(
  session: Session,
  { after, limit = Number.POSITIVE_INFINITY, filter = {} }: ReadAllOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  session.assertOpen();
  let left = limit;
  let reached: bigint | undefined;
  while (left > 0) {
    const before = reached;
    for (const event of await allPage(session, 'backwards', reached, pageSize)) {
      const position = positionOf(event);
      // The page may begin with the event at the requested position.
      if (reached !== undefined && position >= reached) continue;
      if (after !== undefined && position <= after) return;
      reached = position;
      const recorded = toRecordedEvent(event);
      if (recorded === undefined || !matchesFilter(filter, recorded.type)) continue;
      yield recorded;
      left -= 1;
      if (left === 0) return;
    }
    if (reached === before) return;
  }
}

/** A checkpoint of an empty log is 0. None of the application's events is there: the server writes its own first. */
export const startAfter = (after: bigint | undefined): bigint | undefined => (after === 0n ? undefined : after);

/** Position of the last event that is not the server's own. */
export async function head(session: Session): Promise<bigint | undefined> {
  session.assertOpen();
  let reached: bigint | undefined;
  for (let count = 32; ; count = pageSize) {
    const events = await allPage(session, 'backwards', reached, count);
    const last = events.find((event) => !isSystemEvent(event));
    if (last !== undefined) return positionOf(last);
    const first = events.at(-1);
    if (first === undefined || positionOf(first) === reached) return undefined;
    reached = positionOf(first);
  }
}
