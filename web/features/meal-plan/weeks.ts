import { daysAfter, mondayOf } from '../../../server/core/contracts/week.ts';

/** Dates are YYYY-MM-DD; a week is named by its Monday. */
export const dateOf = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The week that an address asks for, or else the one that it is. */
export function weekAsked(asked: string | null, today: string): string {
  const isDate = asked !== null && /^20\d\d-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked));
  return mondayOf(isDate ? asked : today);
}

const weekMs = 7 * 86_400_000;

/** "This week", "Next week", "2 weeks ago". */
export function distanceOf(week: string, today: string): string {
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

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "29 Sep". */
export const shortDate = (date: string): string => short.format(new Date(`${date}T00:00:00Z`)).replace('Sept', 'Sep');

/** "29 Sep – 5 Oct". */
export const rangeOf = (week: string): string => `${shortDate(week)} – ${shortDate(daysAfter(week, 6))}`;
