import { infiniteQueryOptions } from '@tanstack/react-query';
import type {
  CasePage,
  DecisionForm,
  DecisionPage,
  DecisionProgress,
} from '../../../server/core/contracts/moderation.ts';
import { api } from '../../lib/api-client.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Of the queue: open reports, or appeals. */
export type QueueOrder = 'newest' | 'mostReported' | 'appeals';

const key = 'moderation';
/** New reports are shown after this time at most. */
const refetchMs = 15_000;

const pages = <Page extends { nextCursor: string | null }>(uid: string, name: string, path: string) =>
  infiniteQueryOptions({
    queryKey: [key, uid, name],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const [address, query = ''] = path.split('?');
      const parameters = new URLSearchParams(query);
      if (pageParam !== null) parameters.set('cursor', pageParam);
      return (await api.get<Page>(`${address}?${parameters}`, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : refetchMs),
    meta: { reader: uid },
  });

/** For everybody but moderators, it fails as an address that does not exist. */
export const casesQuery = (uid: string, show: QueueOrder) =>
  pages<CasePage>(uid, show, `/moderation/cases?show=${show}`);

export const decisionsQuery = (uid: string) => pages<DecisionPage>(uid, 'decisions', '/moderation/decisions');

/**
 * Sends a decision until it is complete: one about all works of an author takes a request for each hundred.
 * @throws ApiError
 */
export async function sendDecision(caseId: string, form: DecisionForm, idempotencyKey: string): Promise<void> {
  const path = `/moderation/cases/${encodeURIComponent(caseId)}/decisions`;
  const options = { idempotencyKey, sender: currentUid() ?? undefined };
  for (;;) {
    const { data } = await api.send<DecisionProgress>('POST', path, form, options);
    if (data.isComplete) return;
  }
}

export const refetchQueue = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [key] });
