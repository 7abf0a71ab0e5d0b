const dayMs = 86_400_000;
const maxDaysWithWeekday = 6;

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayWithYearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** "18:40" today, "Sunday" in the last days, otherwise "12 September", with the year if it is another one. */
export function commentDate(createdAt: string, now: Date): string {
  const date = new Date(createdAt);
  if (date.toDateString() === now.toDateString()) return timeFormat.format(date);
  const ageMs = now.getTime() - date.getTime();
  if (ageMs > 0 && ageMs < maxDaysWithWeekday * dayMs) return weekdayFormat.format(date);
  return (date.getFullYear() === now.getFullYear() ? dayFormat : dayWithYearFormat).format(date);
}

/** "12 September 2026, 18:40". */
export function exactDate(createdAt: string): string {
  const date = new Date(createdAt);
  return `${dayWithYearFormat.format(date)}, ${timeFormat.format(date)}`;
}
