/** Texts for numbers and times of the console. */
import { capitalise } from '../../lib/capitalise.ts';

/** Between groups of three digits; it does not break. */
const thinSpace = '\u202f';

/** "184 207". @param value an integer, possibly longer than a `number` is exact */
export const formatNumber = (value: number | string): string => {
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, thinSpace);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** "24 ms", "9 s", "4 min", "3 h". @param seconds at least 0 */
export function formatDuration(seconds: number): string {
  if (seconds === 0) return '0 s';
  if (seconds < 0.9995) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

const currentYear = (at: Date): boolean => at.getFullYear() === new Date().getFullYear();

/** "14:35:21". @param at ISO 8601, or ms since the epoch */
export const clockOf = (at: string | number): string => clock.format(new Date(at));

/** "26 Sep", of another year "26 Sep 2024". */
export function dayOf(at: string | number): string {
  const date = new Date(at);
  return (currentYear(date) ? shortDay : dayWithYear).format(date);
}

/** "Tuesday 23 September, 18:04:37", of another year with the year. */
export function fullTimeOf(at: string | number): string {
  const date = new Date(at);
  const year = currentYear(date) ? '' : ` ${date.getFullYear()}`;
  return `${longDay.format(date).replace(',', '')}${year}, ${clock.format(date)}`;
}

/** "14:35:21" today, "26 Sep, 14:35" of this year, otherwise "26 Sep 2024, 14:35". @param at as for `clockOf` */
export function whenOf(at: string | number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? clockOf(at) : `${dayOf(at)}, ${clockOf(at).slice(0, 5)}`;
}

/** "22 s ago". @param now in ms since the epoch */
export const agoOf = (at: string, now: number = Date.now()): string =>
  `${formatDuration(Math.max(1, Math.round((now - Date.parse(at)) / 1000)))} ago`;

/** The first part of an id, for people to tell ids apart. */
export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 13)}…` : id);

/** The kind and the id of a stream: `groceryList-mia` is a `groceryList`. */
export function streamParts(stream: string): { kind: string; id: string } {
  const at = stream.indexOf('-');
  return { kind: stream.slice(0, at), id: stream.slice(at + 1) };
}

/** "Grocery list" for `groceryList`. */
export function kindTitle(kind: string): string {
  const words = kind.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return capitalise(words);
}
