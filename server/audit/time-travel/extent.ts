import type { ReadableLog, RecordedEvent } from '../../core/event-log.ts';

/** The first and the last event of a stream. */
export interface Extent {
  readonly first: RecordedEvent;
  readonly last: RecordedEvent;
}

export type ReadLog = Pick<ReadableLog, 'head' | 'readStream'>;

/** Undefined for an unknown stream. @throws EventLogUnavailable */
export async function extentOf(log: ReadLog, stream: string): Promise<Extent | undefined> {
  const first = await firstOf(log.readStream(stream, { limit: 1 }));
  const last = await firstOf(log.readStream(stream, { direction: 'backwards', limit: 1 }));
  return first && last && { first, last };
}

async function firstOf(events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent | undefined> {
  for await (const event of events) return event;
  return undefined;
}
