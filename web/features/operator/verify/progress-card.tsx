import type { Verification } from '../../../../server/core/contracts/verification.ts';
import { Card } from '../../../components/card.tsx';
import { ErrorIcon, SuccessIcon } from '../../../components/icons.tsx';

import { formatDuration, formatNumber, whenOf } from '../format.ts';
import { Person } from '../person.tsx';
import { percentOf } from '../projections/api.ts';
import { ProgressBar } from '../projections/progress-bar.tsx';

/** How far the verification is, how fast, and what it has found. */
export function ProgressCard({ verification }: { verification: Verification }) {
  const { state, replayed, head, startedAt, endedAt, startedBy, error } = verification;
  const percent = state === 'done' ? 100 : percentOf(replayed, head);
  const seconds = Math.max(0.001, ((endedAt ? Date.parse(endedAt) : Date.now()) - Date.parse(startedAt)) / 1000);
  const events = Number(state === 'done' ? (head ?? 0) : (replayed ?? 0));
  const rate = Math.round(events / seconds);
  const left = rate > 0 ? (Number(head ?? 0) - events) / rate : undefined;
  return (
    <Card className="op-verify-progress">
      <p className="op-verify-percent">{percent} %</p>
      <p className="op-verify-count" role="status">
        {state === 'running' ? `position ${formatNumber(replayed ?? 0)} of ${formatNumber(head ?? 0)}` : null}
        {state === 'done' && endedAt && (
          <>
            verified up to {formatNumber(head ?? 0)} in {formatDuration(seconds)}
          </>
        )}
        {state === 'stopped' && <span>stopped at position {formatNumber(replayed ?? 0)}</span>}
        {state === 'failed' && (
          <span className="op-bad op-with-icon">
            <ErrorIcon size={18} /> {error ?? 'It could not be finished'}
          </span>
        )}
      </p>
      <p className="op-verify-facts">
        <span>
          <strong>{formatNumber(rate)}</strong> events a second
        </span>
        {state === 'running' && left !== undefined && (
          <span>
            {left < 1 ? 'less than ' : 'about '}
            <strong>{formatDuration(Math.max(1, left))}</strong> left
          </span>
        )}
        {state !== 'running' && (
          <span>
            by <Person uid={startedBy} />, {whenOf(startedAt)}
          </span>
        )}
        <Findings verification={verification} />
      </p>
      <ProgressBar percent={percent} label="Verification" />
    </Card>
  );
}

function Findings({ verification: { state, differenceCount, seals } }: { verification: Verification }) {
  const found = seals?.findingCount ?? 0;
  return (
    <>
      {differenceCount > 0 && (
        <strong className="op-amber">
          <span className="op-diamond" aria-hidden="true" /> {formatNumber(differenceCount)}{' '}
          {differenceCount === 1 ? 'difference' : 'differences'}
        </strong>
      )}
      {found > 0 && (
        <strong className="op-bad op-with-icon">
          <ErrorIcon size={18} /> {formatNumber(found)} {found === 1 ? 'finding' : 'findings'} in the log and its seals
        </strong>
      )}
      {state === 'done' && differenceCount === 0 && found === 0 && (
        <strong className="op-teal op-with-icon">
          <SuccessIcon size={18} /> No difference
        </strong>
      )}
    </>
  );
}
