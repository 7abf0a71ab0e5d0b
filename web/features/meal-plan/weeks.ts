import { type Day, days, daysAfter, mondayOf } from '../../../server/core/contracts/week.ts';

/** Formats the local date as YYYY-MM-DD. A week is identified by the date of its Monday. */
export const localDate = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The week of the date in a query parameter, or the current week if that is not a date. */
export function weekFromParam(param: string | null, today: string): string {
  const isDate = param !== null && /^20\d\d-\d\d-\d\d$/.test(param) && !Number.isNaN(Date.parse(param));
  return mondayOf(isDate ? param : today);
}

/** The query parameters of a week. */
export const weekParams = (week: string, today: string): Record<string, string> =>
  week === mondayOf(today) ? {} : { week };

const weekMs = 7 * 86_400_000;

/** "This week", "Next week", "2 weeks ago". */
export function describeDistance(week: string, today: string): string {
  const ahead = Math.round((Date.parse(week) - Date.parse(mondayOf(today))) / weekMs);
  switch (ahead) {
    case 0:
      return 'This week';
    case 1:
      return 'Next week';
    case -1:
      return 'Last week';
    default:
      return ahead > 0 ? `${ahead} weeks ahead` : `${-ahead} weeks ago`;
  }
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "29 Sep". */
export const formatDate = (date: string): string =>
  dateFormat.format(new Date(`${date}T00:00:00Z`)).replace('Sept', 'Sep');

/** "29 Sep – 5 Oct". */
export const formatRange = (week: string): string => `${formatDate(week)} – ${formatDate(daysAfter(week, 6))}`;

/** "Monday", "Monday and Tuesday", "Monday to Friday". */
export function formatDays(names: readonly string[]): string {
  const [first, second] = names;
  const last = names.at(-1);
  if (first === last) return first ?? '';
  return second === last ? `${first} and ${last}` : `${first} to ${last}`;
}

export const dateOf = (week: string, day: Day): string => daysAfter(week, days.indexOf(day));

/** The days of this week before today. Empty for any other week. */
export const pastDays = (week: string, today: string): Day[] =>
  week === mondayOf(today) ? days.filter((day) => dateOf(week, day) < today) : [];
