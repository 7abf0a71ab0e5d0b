const dayMs = 24 * 60 * 60_000;
/** Of a new invitation. */
const validDays = 7;

const format = (time: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(time).toLocaleDateString('en-GB', options);

/** "14 March"; with the year if it is not this one. */
export function formatDay(time: string, now: Date): string {
  const isThisYear = new Date(time).getFullYear() === now.getFullYear();
  return format(time, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
}

/** "Wednesday 8 October". */
export const formatWeekday = (time: string): string =>
  format(time, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');

/** "5 days left"; rounded up, so that a new invitation has the days that were promised, and no more by a clock that is slow. */
export function formatDaysLeft(expiresAt: string, now: Date): string {
  const days = Math.min(Math.ceil((Date.parse(expiresAt) - now.getTime()) / dayMs), validDays);
  return days <= 1 ? 'Less than a day left' : `${days} days left`;
}

/** "one person", "up to 5 people". */
export const formatUses = (uses: number): string => (uses === 1 ? 'one person' : `up to ${uses} people`);
