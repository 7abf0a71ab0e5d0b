import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditedEvent, AuditedEvents } from '../../../../server/core/contracts/audit.ts';
import type { Explanation } from '../../../../server/core/contracts/time-travel.ts';
import { api } from '../../../lib/api-client.ts';
import { currentUid } from '../../../lib/identity/session.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { overviewQuery } from '../overview/overview-query.ts';
import { queryOf, type Search } from './filters.ts';

const pageSize = 50;

/** A page of events. `head`: of the first page, an end of the log that it includes; null if it is not known. */
type Page = AuditedEvents & { head: string | null };

const knownHead = (): Promise<string | null> =>
  queryClient.ensureQueryData(overviewQuery()).then(
    ({ head }) => head,
    () => null,
  );

/** The events that match, newest first. Each page that shows private data is recorded as an access: fetched once. */
export const eventsQuery = (why: string, search: Search) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'events', why, search] as const,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const head = pageParam === null ? await knownHead() : null;
      const query = queryOf(why, search);
      query.set('limit', String(pageSize));
      if (pageParam !== null) query.set('after', pageParam);
      return { ...(await api.get<AuditedEvents>(`/audit/events?${query}`, { signal })).data, head };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reader: currentUid() ?? '' },
  });

/** The request and command of an event, and what followed from it. */
export const explanationQuery = (why: string, position: string) =>
  queryOptions({
    queryKey: ['operator', 'why', why, position] as const,
    queryFn: async ({ signal }) => {
      const path = `/audit/events/${position}/why?${new URLSearchParams({ why })}`;
      return (await api.get<Explanation>(path, { signal })).data;
    },
    // It is sealed within a minute.
    staleTime: ({ state }) => (state.data?.sealed === null ? 10_000 : Number.POSITIVE_INFINITY),
    meta: { reader: currentUid() ?? '' },
  });

/** A text field of an event's metadata; empty without one. */
export const metaText = ({ meta }: AuditedEvent, name: string): string => {
  const value: unknown = Reflect.get(meta, name);
  return typeof value === 'string' ? value : '';
};
