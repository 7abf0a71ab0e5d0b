import { queryOptions } from '@tanstack/react-query';
import type { CalendarLink, CreatedCalendarLink } from '../../../server/core/contracts/calendar.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

const linkPath = (whose: string): string => `/meal-plan/${encodeURIComponent(whose)}/calendar-link`;

/** Whether the user has a link to the plan. Its address is only in the response that created it. */
export const calendarLinkQuery = (uid: string, whose: string) =>
  queryOptions({
    queryKey: ['meal-plan', 'calendar-link', uid, whose],
    queryFn: async ({ signal }) => (await api.get<CalendarLink>(linkPath(whose), { signal })).data,
    meta: { reader: uid },
  });

/** Creates a link, which ends the user's earlier one. @returns its address, such as `https://potluck.example/api/…` */
export async function createCalendarLink(uid: string, whose: string): Promise<string> {
  const send = () => api.send<CreatedCalendarLink>('POST', linkPath(whose), undefined, { sender: uid });
  const { data } = await send().catch((error: unknown) => {
    // The first response was lost, and with it the address.
    if (error instanceof ApiError && error.code === 'LINK_SHOWN_BEFORE') return send();
    throw error;
  });
  queryClient.setQueryData(calendarLinkQuery(uid, whose).queryKey, { createdAt: data.createdAt });
  return new URL(data.path, location.origin).href;
}

export async function revokeCalendarLink(uid: string, whose: string): Promise<void> {
  await api.send('DELETE', linkPath(whose), undefined, { sender: uid });
  queryClient.setQueryData(calendarLinkQuery(uid, whose).queryKey, { createdAt: null });
}
