import type { ReadableLog, RecordedEvent } from '../core/event-log.ts';
import { SharedRun } from '../core/timing/shared-run.ts';
import { AuditIndex, type IndexQuery } from './index/audit-index.ts';
import { findEvents } from './index/find-events.ts';
import { followLog } from './index/follow-log.ts';
import { type Source, type SourcesRange, sourcesOfTotal, type Total } from './sources.ts';
import { type Explanation, explain } from './why.ts';

/** Finds events for the API. */
export interface EventSearch {
  /** In the order of the query. Includes what was recorded before the call. @throws EventLogUnavailable */
  find(query: IndexQuery): Promise<RecordedEvent[]>;
  /**
   * The streams of what a user has done, each once, from the index alone.
   * @param upTo a position up to which nothing may be missing
   * @throws EventLogUnavailable
   */
  findStreamsOf(query: ActorQuery, upTo: bigint): Promise<string[]>;
  /** Undefined when the log has no event at this position. @throws EventLogUnavailable, NewerRelease, FoldFailed */
  explain(position: bigint): Promise<Explanation | undefined>;
  /** The events that a total comes from, newest first. @throws EventLogUnavailable */
  sourcesOfTotal(total: Total, range: SourcesRange): Promise<Source[]>;
  /** Names of streams that begin with one of these, in their order. @throws EventLogUnavailable */
  findStreams(prefixes: readonly string[], limit: number): Promise<string[]>;
  /** Indexed events that were recorded in this time, without its end. */
  count(since: Date, until: Date): number;
  close(): Promise<void>;
}

export interface ActorQuery {
  readonly actor: string;
  readonly types: readonly string[];
  readonly limit: number;
}

/** Small enough to block no request for long. */
const maxEvents = 200;

/** @param file of the index, which this process opens at the first call, and fills if no other process does */
export function openEventSearch(log: ReadableLog, file: string): EventSearch {
  let index: AuditIndex | undefined;
  const closing = new AbortController();
  const opened = (): AuditIndex => {
    index ??= new AuditIndex(file);
    return index;
  };
  // A call of EventStoreDB for each request at once would leave none for the projections.
  const following = new SharedRun(() =>
    followLog(log, opened(), { signal: closing.signal, maxEvents, atHead: async () => false }),
  );
  const upToDate = async (): Promise<AuditIndex> => {
    await following.run();
    return opened();
  };
  return {
    find: async (query) => {
      const found: RecordedEvent[] = [];
      for await (const event of findEvents(log, await upToDate(), query)) found.push(event);
      return found;
    },
    findStreamsOf: async (query, upTo) => {
      // A page of events has many owners: following the log for each takes a call of EventStoreDB and more.
      const isIndexed = (index?.progress()?.position ?? -1n) >= upTo;
      const found = (isIndexed && index ? index : await upToDate()).find({ ...query, direction: 'forwards' });
      return [...new Set(found.map(({ stream }) => stream))];
    },
    explain: async (position) => explain(log, await upToDate(), position),
    sourcesOfTotal: async (total, range) => {
      const found: Source[] = [];
      for await (const source of sourcesOfTotal(log, await upToDate(), total, range)) found.push(source);
      return found;
    },
    findStreams: async (prefixes, limit) => {
      const found = await upToDate();
      const names = new Set(prefixes.flatMap((prefix) => found.namesFrom(prefix, limit)));
      return [...names].sort().slice(0, limit);
    },
    count: (since, until) => opened().count(since, until),
    close: async () => {
      closing.abort();
      index?.[Symbol.dispose]();
    },
  };
}
