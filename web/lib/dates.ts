const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayWithYearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "1 October, 18:40" in the browser's time zone, with the year if it is not the current one. */
export function formatDateAndTime(createdAt: string, now: Date): string {
  const date = new Date(createdAt);
  const format = date.getFullYear() === now.getFullYear() ? dayFormat : dayWithYearFormat;
  return `${format.format(date)}, ${timeFormat.format(date)}`;
}

/** "Just now", "5 min ago", "3 h ago", "2 days ago", and after a week the date. */
export function formatTimeAgo(createdAt: string, now: Date): string {
  // The clock of the server may be ahead.
  const elapsedMs = Math.max(0, now.getTime() - Date.parse(createdAt));
  if (elapsedMs < minuteMs) return 'Just now';
  if (elapsedMs < hourMs) return `${Math.floor(elapsedMs / minuteMs)} min ago`;
  if (elapsedMs < dayMs) return `${Math.floor(elapsedMs / hourMs)} h ago`;
  const days = Math.floor(elapsedMs / dayMs);
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`;
  return formatDateAndTime(createdAt, now);
}
