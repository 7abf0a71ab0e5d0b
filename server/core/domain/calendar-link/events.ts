/**
 * The address of the calendar contains a secret: only a hash of it is recorded. `whose`: the owner of the plan, a user or a
 * household. Replaces an earlier link of the stream.
 */
export type CalendarLinkCreated = { type: 'CalendarLinkCreated'; data: { whose: string; secretHash: string } };
export type CalendarLinkRevoked = { type: 'CalendarLinkRevoked'; data: Record<string, never> };

/** The events of `calendarLink-{id}`: the link of one user to one meal plan. The actor is that user. */
export type CalendarLinkEvent = CalendarLinkCreated | CalendarLinkRevoked;

export const calendarLinkCategory = 'calendarLink';
