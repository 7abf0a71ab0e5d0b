const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayWithYearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** "1 October, 18:40" in the browser's time zone, with the year if it is not the current one. */
export function formatPostDate(createdAt: string, now: Date): string {
  const date = new Date(createdAt);
  const format = date.getFullYear() === now.getFullYear() ? dayFormat : dayWithYearFormat;
  return `${format.format(date)}, ${timeFormat.format(date)}`;
}

/** "19:02" on the day of the post; otherwise with the day. */
export function formatCommentDate(createdAt: string, postedAt: string, now: Date): string {
  const date = new Date(createdAt);
  const isSameDay = date.toDateString() === new Date(postedAt).toDateString();
  return isSameDay ? timeFormat.format(date) : formatPostDate(createdAt, now);
}
