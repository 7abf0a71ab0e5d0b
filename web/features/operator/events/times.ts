/** The times of the filter: instants in ISO 8601 in the address, local times without a zone in fields. Empty: no limit. */
import { clockOf, dayOf } from '../format.ts';

const anyTime = 'Any time';

/** What is chosen most often, without typing. */
export const presets: readonly { label: string; since: (now: Date) => string }[] = [
  { label: 'Last hour', since: (now) => wholeMinute(now, { hours: 1 }) },
  { label: 'Today', since: (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString() },
  { label: 'Last 7 days', since: (now) => wholeMinute(now, { days: 7 }) },
  { label: anyTime, since: () => '' },
];

function wholeMinute(now: Date, { days = 0, hours = 0 }: { days?: number; hours?: number }): string {
  const time = new Date(now);
  // Not by the clock, which jumps twice a year.
  time.setTime(time.getTime() - hours * 3_600_000);
  time.setDate(time.getDate() - days);
  time.setSeconds(0, 0);
  return time.toISOString();
}

const isTime = (time: string): boolean => !Number.isNaN(Date.parse(time));

const withoutZeroSeconds = (time: string): string => time.replace(/(?<=:\d\d):00$/, '');

/** "22 Sep, 00:00". An address may contain anything: what is no time is shown as it is. */
const momentText = (time: string): string =>
  isTime(time) ? `${dayOf(time)}, ${withoutZeroSeconds(clockOf(time))}` : time;

/** "22 Sep, 00:00 – now", or "22 Sep, 08:00 – 12:00" within a day. */
export function rangeText(since: string, until: string): string {
  if (since === '') return until === '' ? anyTime : `Until ${momentText(until)}`;
  if (until === '') return `${momentText(since)} – now`;
  const isOneDay = isTime(since) && isTime(until) && new Date(since).toDateString() === new Date(until).toDateString();
  return `${momentText(since)} – ${isOneDay ? withoutZeroSeconds(clockOf(until)) : momentText(until)}`;
}

/** The value of a field of the type `datetime-local`. */
export function localTime(time: string): string {
  if (!isTime(time)) return '';
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return withoutZeroSeconds(local.toISOString().slice(0, 19));
}

/** The instant of a field. @param before what it showed at first: its milliseconds are kept unless the user changes it */
export function instantOf(field: string, before: string): string {
  if (field === localTime(before)) return before;
  return field === '' ? '' : new Date(field).toISOString();
}
