import type { EventWithMetadata } from '../event-with-metadata.ts';
import { type CalendarLinkEvent, calendarLinkCategory } from './events.ts';
import { calendarLinkEvents } from './upcast.ts';

export type CalendarLinkCommand =
  /** Ends the link that the user had before. */
  { type: 'CreateLink'; whose: string; secretHash: string } | { type: 'RevokeLink' };

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface CalendarLinkState {
  isActive: boolean;
}

function decide(command: CalendarLinkCommand, { isActive }: CalendarLinkState): CalendarLinkEvent[] {
  switch (command.type) {
    case 'CreateLink': {
      const { whose, secretHash } = command;
      return [{ type: 'CalendarLinkCreated', data: { whose, secretHash } }];
    }
    case 'RevokeLink':
      return isActive ? [{ type: 'CalendarLinkRevoked', data: {} }] : [];
  }
}

function evolve(state: CalendarLinkState, { type }: EventWithMetadata<CalendarLinkEvent>): CalendarLinkState {
  state.isActive = type === 'CalendarLinkCreated';
  return state;
}

export const calendarLink = {
  category: calendarLinkCategory,
  events: calendarLinkEvents,
  initial: (): CalendarLinkState => ({ isActive: false }),
  decide,
  evolve,
  weight: (): number => 1,
};
