import type { ProjectionReport } from '../../../../server/core/contracts/projections.ts';
import { classNames } from '../../../components/class-names.ts';
import { percentOf, rebuildOf } from './api.ts';

type State = ProjectionReport['state'];

const words: Readonly<Record<State, string>> = {
  live: 'Live',
  behind: 'Behind',
  'catching-up': 'Catching up',
  failing: 'Failing',
  paused: 'Paused',
  standby: 'Standby',
  stopped: 'Stopped',
  empty: 'Empty',
  'other-log': 'Other log',
};

const tones: Readonly<Record<State, string>> = {
  live: 'op-pill-teal',
  behind: 'op-pill-amber',
  'catching-up': 'op-pill-amber',
  failing: 'op-pill-error',
  paused: 'op-pill-amber',
  standby: 'op-pill-off',
  stopped: 'op-pill-error',
  empty: 'op-pill-off',
  'other-log': 'op-pill-error',
};

export function StatePill({ report, head }: { report: ProjectionReport; head: string | null }) {
  const rebuild = rebuildOf(report);
  return (
    <span className={classNames('op-pill', rebuild ? 'op-pill-amber' : tones[report.state])}>
      <span className="op-dot" aria-hidden="true" />
      {rebuild ? `Rebuilding ${percentOf(rebuild.position, head)} %` : words[report.state]}
    </span>
  );
}
