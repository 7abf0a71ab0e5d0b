import { CalendarLink, CalendarPath, CreatedCalendarLink } from '../../../core/contracts/calendar.ts';
import { PlanPath } from '../../../core/contracts/meal-plan.ts';
import { calendarLinkRefusals } from '../../../core/domain/calendar-link/refusals.ts';
import { bytes, json, noContent, type Operation } from '../../openapi/operation.ts';
import { notYours } from '../meal-plan/operations.ts';

const createdAt = '2026-11-18T17:30:00.000Z';
const ofPlan = { tag: 'Meal plan', token: 'required', params: PlanPath } as const;

export const readLink = {
  ...ofPlan,
  summary: 'Read whether there is a calendar link',
  description: "The user's own link to this plan. Other members of a household have their own.",
  kind: 'read',
  responses: [json(200, 'The link', CalendarLink, { 'A link': { createdAt }, 'No link': { createdAt: null } })],
  errors: [notYours()],
} satisfies Operation;

export const createLink = {
  ...ofPlan,
  summary: 'Create a calendar link',
  description:
    'Calendar applications subscribe to the plan by its address, without a token. Everyone who has the address can read the plan. It ends an earlier link of the user to this plan. The address is in this response only, because only a hash of it is stored; a repeated request is refused.',
  kind: 'write',
  responses: [
    json(201, 'The link', CreatedCalendarLink, {
      'A link': { path: '/api/calendar/wU3vYlTq0m8Zc2KfXr5Hn7PbDs1GjE9a.ics', createdAt },
    }),
  ],
  errors: [notYours(), calendarLinkRefusals.shownBefore()],
} satisfies Operation;

export const revokeLink = {
  ...ofPlan,
  summary: 'Revoke the calendar link',
  description: 'Its address stops working at once.',
  kind: 'write',
  responses: [noContent('Revoked')],
  errors: [notYours()],
} satisfies Operation;

export const readCalendar = {
  tag: 'Meal plan',
  summary: 'Read a meal plan as a calendar',
  description:
    'For calendar applications (iCalendar, RFC 5545): an all-day event for each planned meal, from eight weeks ago to half a year ahead. A link that was revoked or replaced, or whose user left the household, gets the same response as one that never existed.',
  token: 'optional',
  kind: 'read with ETag',
  params: CalendarPath,
  responses: [bytes(200, 'The calendar', ['text/calendar'])],
} satisfies Operation;
