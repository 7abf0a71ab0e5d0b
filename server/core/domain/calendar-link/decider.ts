import type { EventWithMetadata } from '../event-with-metadata.ts';
import { type CalendarLinkEvent, calendarLinkCategory } from './events.ts';
import { calendarLinkEvents } from './upcast.ts';

export type CalendarLinkCommand =
  /** Ends the link that the user had before. */
  { type: 'CreateLink'; whose: string; secretHash: string } | { type: 'RevokeLink' };

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface CalendarLinkState {
  /** Of the address that is valid now; undefined if there is none. */
  secretHash?: string | undefined;
}

function decide(command: CalendarLinkCommand, link: CalendarLinkState): CalendarLinkEvent[] {
  switch (command.type) {
    case 'CreateLink': {
      const { whose, secretHash } = command;
      return [{ type: 'CalendarLinkCreated', data: { whose, secretHash } }];
    }
    case 'RevokeLink':
      return link.secretHash === undefined ? [] : [{ type: 'CalendarLinkRevoked', data: {} }];
  }
}

function evolve(state: CalendarLinkState, { type, data }: EventWithMetadata<CalendarLinkEvent>): CalendarLinkState {
  state.secretHash = type === 'CalendarLinkCreated' ? data.secretHash : undefined;
  return state;
}

export const calendarLink = {
  category: calendarLinkCategory,
  events: calendarLinkEvents,
  initial: (): CalendarLinkState => ({}),
  decide,
  evolve,
  weight: (): number => 1,
};
