import { queryOptions } from '@tanstack/react-query';
import type { NotificationPage, NotificationSettings } from '../../../server/core/contracts/notifications.ts';
import { api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { followLive } from '../../lib/follow-live.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { notify } from '../../lib/notices.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createStore } from '../../lib/store.ts';
import { unreadKey } from '../../lib/unread.ts';
import { updateQueries } from '../../lib/update-queries.ts';
import { notificationsKey } from './notifications-key.ts';

const pageSize = 40;
/** Many may arrive at once, as when many people like the same post. */
const gatherMs = 400;

const listKey = (reader: string) => [...notificationsKey, reader] as const;
const settingsKey = (reader: string) => ['notification-settings', reader] as const;

/** The newest notifications as they are cached, and stored for a visit without a connection. */
export interface CachedNotifications extends NotificationPage {
  /** They are no document of one stream. */
  readonly revision: null;
}

/** How many pages the user wants to see: all of them are fetched together, so that none is missing between two. */
export const wantedPages = createStore(1);

export const notificationsQuery = (reader: string) =>
  queryOptions({
    queryKey: listKey(reader),
    queryFn: ({ signal }) => fetchPages(reader, signal),
    meta: { reader },
  });

async function fetchPages(reader: string, signal: AbortSignal): Promise<CachedNotifications> {
  const items: NotificationPage['items'] = [];
  let nextCursor: string | null = null;
  let unread = 0;
  for (let pages = 0; pages === 0 || (pages < wantedPages.get() && nextCursor !== null); pages++) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(nextCursor !== null && { cursor: nextCursor }) });
    const { data } = await api.get<NotificationPage>(`/notifications?${query}`, { signal });
    // One that moved up meanwhile would be there twice.
    items.push(...data.items.filter(({ id }) => !items.some((item) => item.id === id)));
    ({ nextCursor, unread } = data);
  }
  queryClient.setQueryData(unreadKey(reader), unread);
  return { items, nextCursor, unread, revision: null };
}

export const settingsQuery = (reader: string) =>
  queryOptions({
    queryKey: settingsKey(reader),
    queryFn: async ({ signal }) => (await api.get<NotificationSettings>('/notifications/settings', { signal })).data,
    meta: { reader },
  });

/** Shows the change at once; after a failure, what the server has. */
export async function changeSettings(reader: string, settings: NotificationSettings): Promise<void> {
  const queryKey = settingsKey(reader);
  queryClient.setQueryData(queryKey, settings);
  try {
    await api.send('PUT', '/notifications/settings', settings, { sender: reader });
  } catch (error) {
    notify.error(failureText(error, 'Failed to save the settings'));
    queryClient.invalidateQueries({ queryKey }).catch(reportError);
  }
}

/** Marks one or all that are cached as read, on the screen at once. @param id only this one */
export async function markRead(reader: string, id?: string): Promise<void> {
  const cached = queryClient.getQueryData<CachedNotifications>(listKey(reader));
  const read = cached?.items.filter((item) => item.unread && (id === undefined || item.id === id)) ?? [];
  const [newest] = read;
  if (!cached || !newest) return;
  const items = cached.items.map((item) => (read.includes(item) ? { ...item, unread: false } : item));
  // Also those on later pages, which are older.
  const unread = id === undefined ? 0 : Math.max(0, cached.unread - 1);
  queryClient.setQueryData(listKey(reader), { ...cached, items, unread } satisfies CachedNotifications);
  queryClient.setQueryData(unreadKey(reader), unread);
  const through = read.reduce((time, { at }) => (at > time ? at : time), newest.at);
  try {
    await api.send('POST', '/notifications/read', { through, ...(id !== undefined && { id }) }, { sender: reader });
  } catch (error) {
    // One that was opened is marked with the next visit.
    if (id === undefined) notify.error(failureText(error, 'Failed to mark them as read'));
    refetch(reader);
  }
}

function refetch(reader: string): void {
  for (const queryKey of [listKey(reader), unreadKey(reader)]) {
    queryClient.invalidateQueries({ queryKey }).catch(reportError);
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** From the first call on, keeps the list and the settings in step with live messages. */
export const followNotifications = followLive((message) => {
  const reader = currentUid();
  if (reader === null) return;
  if (message.kind === 'person.changed') {
    const { uid, name, avatar } = message;
    updateQueries<CachedNotifications>(listKey(reader), (cached) => ({
      ...cached,
      items: cached.items.map((item) => ({
        ...item,
        people: item.people.map((person) => (person.uid === uid ? { ...person, name, avatar } : person)),
      })),
    }));
  }
  if (message.kind !== 'notifications.changed') return;
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    for (const key of [listKey(reader), settingsKey(reader)]) {
      queryClient.invalidateQueries({ queryKey: key }).catch(reportError);
    }
  }, gatherMs);
});
