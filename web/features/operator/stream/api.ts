import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditedEvents } from '../../../../server/core/contracts/audit.ts';
import type {
  Sources,
  StreamBlame,
  StreamDifferences,
  StreamState,
  Streams,
} from '../../../../server/core/contracts/time-travel.ts';
import { api } from '../../../lib/api-client.ts';
import { currentUid } from '../../../lib/identity/session.ts';
import { findByEmail } from '../find-by-email.ts';

const pageSize = 100;
export const maxStreams = 50;
/** For how long what is read of the present is shown again. */
const nowMs = 10_000;
const meta = () => ({ reader: currentUid() ?? '' });
const pathOf = (stream: string, call: string, query: Record<string, string>): string =>
  `/audit/streams/${encodeURIComponent(stream)}/${call}?${new URLSearchParams(query)}`;

export const streamsQuery = (why: string, query: string) =>
  queryOptions({
    queryKey: ['operator', 'streams', query, why] as const,
    queryFn: async ({ signal }) => {
      const found = new URLSearchParams({ why, query, limit: String(maxStreams) });
      return (await api.get<Streams>(`/audit/streams?${found}`, { signal })).data;
    },
    // Each search that shows private data is recorded as an access.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    meta: meta(),
  });

/** The id of the user whose email it is. The look-up is recorded as an access: made once. */
export const accountQuery = (why: string, email: string) =>
  queryOptions({
    queryKey: ['operator', 'account', email, why] as const,
    queryFn: () => findByEmail(email, why),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: meta(),
  });

export const totals = ['feed', 'recipes'] as const;
export type Total = (typeof totals)[number];

/** The newest events that a total comes from. */
export const sourcesQuery = (why: string, of: Total) =>
  queryOptions({
    queryKey: ['operator', 'sources', of, why] as const,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ why, of, limit: '30' });
      return (await api.get<Sources>(`/audit/sources?${query}`, { signal })).data;
    },
    meta: meta(),
  });

/** The events of a stream, newest first. */
export const streamEventsQuery = (why: string, stream: string) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'stream', stream, why] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ why, stream, limit: String(pageSize) });
      if (pageParam !== null) query.set('after', pageParam);
      return (await api.get<AuditedEvents>(`/audit/events?${query}`, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    meta: meta(),
  });

/**
 * What it looked like after the event at a position.
 * @param at default: now
 * @param readWith when other data was read, with which it is read again
 */
export const stateQuery = (why: string, stream: string, at?: string, readWith?: number) =>
  queryOptions({
    queryKey: ['operator', 'state', stream, at, why, readWith] as const,
    queryFn: async ({ signal }) => {
      const path = pathOf(stream, 'state', { why, ...(at !== undefined && { at }) });
      return (await api.get<StreamState>(path, { signal })).data;
    },
    staleTime: ({ state }) => (at === undefined || state.data?.sealed === null ? nowMs : Number.POSITIVE_INFINITY),
    retry: false,
    placeholderData: (before) => (before?.stream === stream ? before : undefined),
    meta: meta(),
  });

/** What differs between two positions. @param to default: now */
export const differencesQuery = (why: string, stream: string, from: string, to?: string) =>
  queryOptions({
    queryKey: ['operator', 'diff', stream, from, to, why] as const,
    queryFn: async ({ signal }) => {
      const path = pathOf(stream, 'diff', { why, from, ...(to !== undefined && { to }) });
      return (await api.get<StreamDifferences>(path, { signal })).data;
    },
    staleTime: to === undefined ? nowMs : Number.POSITIVE_INFINITY,
    retry: false,
    meta: meta(),
  });

export const blameQuery = (why: string, stream: string) =>
  queryOptions({
    queryKey: ['operator', 'blame', stream, why] as const,
    queryFn: async ({ signal }) => (await api.get<StreamBlame>(pathOf(stream, 'blame', { why }), { signal })).data,
    meta: meta(),
  });
