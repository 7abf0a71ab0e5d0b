import type { Static } from 'typebox';
import type { EventSearch } from '../../../audit/event-search.ts';
import type { TailQuery } from '../../../core/contracts/tail.ts';
import type { ReadableLog, RecordedEvent } from '../../../core/event-log.ts';

export type Query = Static<typeof TailQuery>;

/** Whether an event has everything that the query names, as `GET /audit/events`. */
export function matching({ stream, actor, type, without, since, until, correlation, command }: Query) {
  const first = since === undefined ? undefined : new Date(since).toISOString();
  const last = until === undefined ? undefined : new Date(until).toISOString();
  return (event: RecordedEvent): boolean =>
    (stream === undefined || event.stream === stream) &&
    (actor === undefined || event.meta.actor === actor) &&
    (type === undefined || event.type === type) &&
    event.type !== without &&
    (first === undefined || event.meta.at >= first) &&
    (last === undefined || event.meta.at <= last) &&
    (correlation === undefined || event.meta.correlationId === correlation) &&
    (command === undefined || event.meta.commandId === command);
}

/** Where to begin: behind `after`, before the first event since `since`, or at the end of the log. */
export async function startOf(
  { after, since }: Query,
  log: Pick<ReadableLog, 'head'>,
  events: Pick<EventSearch, 'find'>,
): Promise<bigint | undefined> {
  if (after !== undefined) return after === '0' ? undefined : BigInt(after);
  if (since === undefined) return log.head();
  const until = new Date(new Date(since).getTime() - 1);
  const [before] = await events.find({ until, direction: 'backwards', limit: 1 });
  return before?.position;
}
