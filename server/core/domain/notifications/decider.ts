import type { EventWithMetadata } from '../event-with-metadata.ts';
import { type NotificationEvent, notificationsCategory } from './events.ts';
import { notificationEvents } from './upcast.ts';

export type NotificationCommand =
  | { type: 'MarkAllRead'; through: string }
  | { type: 'MarkRead'; id: string; through: string }
  | { type: 'Mute'; groups: readonly string[] };

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface NotificationState {
  through: string | undefined;
  /** Those that were read one by one since then, newest last, each with its time. */
  readonly read: Map<string, string>;
  muted: readonly string[];
}

/** Forgetting an older one costs an event that changes nothing, if it is marked again. */
const maxRemembered = 200;

/**
 * Only the same mark again is no event. An earlier time is one: the clocks of the servers differ, so that a notification
 * may be newer than its time says.
 */
function decide(command: NotificationCommand, state: NotificationState): NotificationEvent[] {
  switch (command.type) {
    case 'MarkAllRead': {
      const { through } = command;
      return through === state.through ? [] : [{ type: 'NotificationsRead', data: { through } }];
    }
    case 'MarkRead': {
      const { id, through } = command;
      return state.read.get(id) === through ? [] : [{ type: 'NotificationRead', data: { id, through } }];
    }
    case 'Mute': {
      const muted = [...new Set(command.groups)].sort();
      const isSame = muted.join() === state.muted.join();
      return isSame ? [] : [{ type: 'NotificationSettingsChanged', data: { muted } }];
    }
  }
}

function evolve(state: NotificationState, event: EventWithMetadata<NotificationEvent>): NotificationState {
  switch (event.type) {
    case 'NotificationsRead':
      state.through = event.data.through;
      state.read.clear();
      return state;
    case 'NotificationRead': {
      const { id, through } = event.data;
      state.read.delete(id);
      state.read.set(id, through);
      const [oldest] = state.read.keys();
      if (state.read.size > maxRemembered && oldest !== undefined) state.read.delete(oldest);
      return state;
    }
    case 'NotificationSettingsChanged':
      state.muted = event.data.muted;
      return state;
  }
}

export const notifications = {
  category: notificationsCategory,
  events: notificationEvents,
  initial: (): NotificationState => ({ through: undefined, read: new Map(), muted: [] }),
  decide,
  evolve,
  weight: ({ read, muted }: NotificationState): number => read.size + muted.length,
};
