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
  | { action: 'pause' | 'resume' | 'rebuild'; name: string }
  | { action: 'skip'; name: string; position: string; why: string };

export function useDecision() {
  return useMutation({
    mutationFn: ({ action, name, ...body }: Decision) =>
      api.send('POST', `/audit/projections/${name}/${action}`, action === 'skip' ? body : undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operator', 'projections'] }),
  });
}

/** A rebuild beside the live read model, if the server reports one. */
interface Rebuild {
  /** Up to where it has folded the log. */
  position: string | null;
}

export const rebuildOf = (report: ProjectionReport & { rebuild?: Rebuild | null }): Rebuild | undefined =>
  report.rebuild ?? undefined;

/** The part of the log that is folded, in whole percent. */
export function percentOf(position: string | null, head: string | null): number {
  if (position === null || head === null || head === '0') return 0;
  return Number((BigInt(position) * 100n) / BigInt(head));
}
