import { queryOptions } from '@tanstack/react-query';
import type { StreamState } from '../../../server/core/contracts/time-travel.ts';
import { api } from '../../lib/api-client.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { textIn } from './text-in.ts';

const maxRequests = 3;
let requests = 0;
const waiting: (() => void)[] = [];

/** Lets only a few requests run at once: a page of events may have as many people as events. */
async function inTurn<T>(request: () => Promise<T>): Promise<T> {
  if (requests >= maxRequests) await new Promise<void>((resolve) => waiting.push(resolve));
  requests += 1;
  try {
    return await request();
  } finally {
    requests -= 1;
    waiting.shift()?.();
  }
}

/** The name of a user by their public profile; null if they have none. */
export const nameQuery = (uid: string) =>
  queryOptions({
    queryKey: ['operator', 'name', uid] as const,
    queryFn: ({ signal }): Promise<{ name: string | null }> =>
      inTurn(async () => {
        const query = new URLSearchParams({ why: 'The name beside an event' });
        const path = `/audit/streams/${encodeURIComponent(`profile-${uid}`)}/state?${query}`;
        const { documents } = (await api.get<StreamState>(path, { signal })).data;
        const [profile] = Object.values(documents);
        const name = profile ? textIn(profile, 'username') || textIn(profile, 'name') : '';
        return { name: name === '' ? null : name };
      }).catch(() => ({ name: null })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { reader: currentUid() ?? '' },
  });
