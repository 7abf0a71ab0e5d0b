const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

const maxDaysWithWeekday = 6;

/** "12:04" today, "Mon 12:04" in the last days, otherwise "23 Nov, 12:04". @param at in ms since the epoch */
export function timeText(at: number, now: Date = new Date()): string {
  const time = new Date(at);
  if (time.toDateString() === now.toDateString()) return timeFormat.format(time);
  const days = Math.abs(now.getTime() - at) / 86_400_000;
  return days < maxDaysWithWeekday && at < now.getTime()
    ? dayFormat.format(time).replace(',', '')
    : dateFormat.format(time);
}
