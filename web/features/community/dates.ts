const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** "1 October, 18:40" in the reader's time zone; with the year if it is not this one. */
export function postDate(createdAt: string, now: Date): string {
  const date = new Date(createdAt);
  const dayFormat = date.getFullYear() === now.getFullYear() ? day : dayOfYear;
  return `${dayFormat.format(date)}, ${time.format(date)}`;
}

/** "19:02" on the day of the post, else with the day. */
export function commentDate(createdAt: string, postedAt: string, now: Date): string {
  const date = new Date(createdAt);
  const sameDay = date.toDateString() === new Date(postedAt).toDateString();
  return sameDay ? time.format(date) : postDate(createdAt, now);
}
