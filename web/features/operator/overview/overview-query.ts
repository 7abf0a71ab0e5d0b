import { queryOptions } from '@tanstack/react-query';
import type { Overview } from '../../../../server/core/contracts/overview.ts';
import { api } from '../../../lib/api-client.ts';
import { currentUid } from '../../../lib/identity/session.ts';

const intervalMs = 10_000;

/** Health, load and lag of the process that responds. Its samples are as old as an hour. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['operator', 'overview'] as const,
    queryFn: async ({ signal }) => (await api.get<Overview>('/audit/overview', { signal })).data,
    refetchInterval: intervalMs,
    meta: { reader: currentUid() ?? '' },
  });
