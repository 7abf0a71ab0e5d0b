import { formatPostDate, formatTimeAgo } from './dates.ts';
import { useMinute } from './use-minute.ts';

/** How long ago something was written. The exact time shows on hover. @param at ISO 8601 */
export function TimeAgo({ at, className }: { at: string; className?: string | undefined }) {
  const now = useMinute();
  return (
    <time className={className} dateTime={at} title={formatPostDate(at, now)}>
      {formatTimeAgo(at, now)}
    </time>
  );
}
