const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** "1 October, 18:40" in the browser's time zone, with the year if it is not the current one. */
export function postDate(createdAt: string, now: Date): string {
  const date = new Date(createdAt);
  const dayFormat = date.getFullYear() === now.getFullYear() ? day : dayOfYear;
  return `${dayFormat.format(date)}, ${time.format(date)}`;
}

/** "19:02" on the day of the post; otherwise with the day. */
export function commentDate(createdAt: string, postedAt: string, now: Date): string {
  const date = new Date(createdAt);
  const isSameDay = date.toDateString() === new Date(postedAt).toDateString();
  return isSameDay ? time.format(date) : postDate(createdAt, now);
}
