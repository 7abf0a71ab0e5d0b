import { type Static, Type } from 'typebox';
import { Timestamp } from './shared.ts';

/** Whether the user has a link to a plan. Its address is only in the response that created it. */
export const CalendarLink = Type.Object({
  createdAt: Type.Union([Timestamp, Type.Null()], { description: 'Null: there is no link' }),
});
export type CalendarLink = Static<typeof CalendarLink>;

export const CreatedCalendarLink = Type.Object({
  path: Type.String({ description: 'The path of the calendar at this server. It is not shown again.' }),
  createdAt: Timestamp,
});
export type CreatedCalendarLink = Static<typeof CreatedCalendarLink>;

/** `file`: a secret of 192 bits in base64url, with the extension that calendar applications expect. */
export const CalendarPath = Type.Object({
  file: Type.String({ pattern: '^[\\w-]{32}[.]ics$', description: 'The last segment of the `path` of a link' }),
});
