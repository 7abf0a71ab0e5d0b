const maxDaysWithWeekday = 6;

/** "12:04" today, "Mon 12:04" in the last days, otherwise "23 Nov, 12:04". @param at in ms since the epoch */
export function timeText(at: number, now: Date = new Date()): string {
  const time = new Date(at);
  // Without `Intl`, whose first use is slow: a page that opens without a connection shows since when.
  const clock = `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
  if (time.toDateString() === now.toDateString()) return clock;
  const days = Math.abs(now.getTime() - at) / 86_400_000;
  return days < maxDaysWithWeekday && at < now.getTime()
    ? `${time.toLocaleDateString('en-GB', { weekday: 'short' })} ${clock}`
    : `${time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${clock}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
