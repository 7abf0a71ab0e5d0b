import { createStore } from './store.ts';

/** The user's unread notifications, as far as they are known. */
export const unreadCount = createStore(0);

/** The query key of their number. */
export const unreadKey = (reader: string) => ['unread-notifications', reader] as const;

/** More would not fit. */
const maxShown = 99;

export const unreadText = (count: number): string => (count > maxShown ? `${maxShown}+` : String(count));
