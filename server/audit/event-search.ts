import type { ReadableLog, RecordedEvent } from '../core/event-log.ts';
import { AuditIndex, type IndexQuery } from './index/audit-index.ts';
import { findEvents } from './index/find-events.ts';
import { followLog } from './index/follow-log.ts';

/** Finds events for the API. */
export interface EventSearch {
  /** In the order of the query. Includes what was recorded before the call. @throws EventLogUnavailable */
  find(query: IndexQuery): Promise<RecordedEvent[]>;
  close(): Promise<void>;
}

/** Small enough to block no request for long. */
const maxEvents = 200;

/** @param file of the index, which this process opens at the first call, and fills if no other process does */
export function openEventSearch(log: ReadableLog, file: string): EventSearch {
  let index: AuditIndex | undefined;
  const closing = new AbortController();
  return {
    find: async (query) => {
      index ??= new AuditIndex(file);
      await followLog(log, index, { signal: closing.signal, maxEvents, atHead: async () => false });
      const found: RecordedEvent[] = [];
      for await (const event of findEvents(log, index, query)) found.push(event);
      return found;
    },
    close: async () => {
      closing.abort();
      index?.[Symbol.dispose]();
    },
  };
}
