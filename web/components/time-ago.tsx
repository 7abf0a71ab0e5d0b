import { formatDateAndTime, formatTimeAgo } from '../lib/dates.ts';
import { useMinute } from '../lib/use-minute.ts';

/** How long ago something was written. The exact time shows on hover. @param at ISO 8601 */
export function TimeAgo({ at, className }: { at: string; className?: string | undefined }) {
  const now = useMinute();
  return (
    <time className={className} dateTime={at} title={formatDateAndTime(at, now)}>
      {formatTimeAgo(at, now)}
    </time>
  );
}
