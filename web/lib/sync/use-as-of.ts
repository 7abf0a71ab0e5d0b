import type { QueryKey } from '@tanstack/react-query';
import { useLiveStatus } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { timeText } from '../time-text.ts';
import { seenAt } from './kept-documents.ts';

/** As of when a query's data is, such as "12:04", while there is no connection; otherwise undefined. */
export function useAsOf(queryKey: QueryKey): string | undefined {
  const status = useLiveStatus();
  const state = queryClient.getQueryState(queryKey);
  return status === 'offline' && state?.data !== undefined ? timeText(seenAt(state)) : undefined;
}
