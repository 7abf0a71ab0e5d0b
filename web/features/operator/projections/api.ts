import { queryOptions, useMutation } from '@tanstack/react-query';
import type { ProjectionReport, Projections } from '../../../../server/core/contracts/projections.ts';
import { api } from '../../../lib/api-client.ts';
import { currentUid } from '../../../lib/identity/session.ts';
import { queryClient } from '../../../lib/query-client.ts';

const intervalMs = 2_000;

export const projectionsQuery = () =>
  queryOptions({
    queryKey: ['operator', 'projections'] as const,
    queryFn: async ({ signal }) => (await api.get<Projections>('/audit/projections', { signal })).data,
    refetchInterval: intervalMs,
    meta: { reader: currentUid() ?? '' },
  });

/** What an operator decides about a projection. */
export type Decision =
  | { action: 'pause' | 'resume' | 'rebuild' | 'cancel'; name: string }
  | { action: 'skip'; name: string; position: string; why: string };

export function useDecision() {
  return useMutation({
    mutationFn: ({ action, name, ...body }: Decision) => {
      const projection = `/audit/projections/${name}`;
      if (action === 'cancel') return api.send('DELETE', `${projection}/rebuild`);
      return api.send('POST', `${projection}/${action}`, action === 'skip' ? body : undefined);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operator', 'projections'] }),
  });
}

/** The rebuild that is at work. */
export const rebuildOf = ({ rebuild }: ProjectionReport) => (rebuild?.state === 'running' ? rebuild : undefined);

/** The part of the log that is folded, in whole percent. */
export function percentOf(position: string | null, head: string | null): number {
  if (position === null || head === null || head === '0') return 0;
  return Number((BigInt(position) * 100n) / BigInt(head));
}
