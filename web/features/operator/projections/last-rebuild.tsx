import type { ProjectionReport } from '../../../../server/core/contracts/projections.ts';
import { formatNumber, whenOf } from '../format.ts';
import { Person } from '../person.tsx';

type Rebuild = NonNullable<ProjectionReport['rebuild']>;

const words: Readonly<Record<Rebuild['state'], string>> = {
  running: 'Rebuild',
  completed: 'Rebuilt',
  failed: 'Not rebuilt',
  cancelled: 'Rebuild cancelled',
};

/** What became of the last rebuild: a short one is over before one sees it. */
export function LastRebuild({ rebuild: { state, by, at, position }, head }: { rebuild: Rebuild; head: string | null }) {
  const progress =
    state === 'running' && position !== null && head !== null
      ? ` at ${formatNumber(position)} of ${formatNumber(head)}`
      : '';
  return (
    <p className="op-last-rebuild" role="status">
      {words[state]}
      {progress}, requested <time dateTime={at}>{whenOf(at)}</time> by <Person uid={by} size={18} />
    </p>
  );
}
