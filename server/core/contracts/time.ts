/** Dates and times as clients write them. */

const date = /^\d{4}-\d{2}-\d{2}$/;
const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether the calendar has the date YYYY-MM-DD: `Date` takes 31 February for 3 March. */
export function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return date.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * Whether it is a time of RFC 3339 that `Date` can represent, so without leap seconds. Seconds may be omitted.
 */
export const isTime = (text: string): boolean =>
  isDate(text.slice(0, 10)) && text[10] === 'T' && timeOfDay.test(text.slice(11));
