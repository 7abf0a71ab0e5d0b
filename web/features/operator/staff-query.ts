import { queryOptions } from '@tanstack/react-query';
import type { Staff } from '../../../server/core/contracts/staff.ts';
import { api } from '../../lib/api-client.ts';

/** How soon the console closes after the operator's role has ended. */
const checkIntervalMs = 30_000;

/** Who has which role. For everybody but operators, it fails as an address that does not exist. */
export const staffQuery = (uid: string) =>
  queryOptions({
    queryKey: ['operator', 'staff', uid] as const,
    queryFn: async ({ signal }) => (await api.get<Staff>('/staff', { signal })).data,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : checkIntervalMs),
    meta: { reader: uid },
  });
