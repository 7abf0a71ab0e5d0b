import Descriptions from 'antd/es/descriptions';
import { useState } from 'react';
import { neverPaused } from '../../../../server/core/contracts/never-paused.ts';
import type { ProjectionReport } from '../../../../server/core/contracts/projections.ts';
import { Alert } from '../../../components/alert.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { formatDuration, formatNumber } from '../format.ts';
import { type Decision, percentOf, rebuildOf, useDecision } from './api.ts';
import { LastRebuild } from './last-rebuild.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { behindOf } from './projections-panel.tsx';
import { RebuildDialog } from './rebuild-dialog.tsx';
import { SkipDialog } from './skip-dialog.tsx';
import { StatePill } from './state-pill.tsx';
import { Verified } from './verified.tsx';

type Asked = 'pause' | 'rebuild' | 'skip';

export function ProjectionCard({ report, head }: { report: ProjectionReport; head: string | null }) {
  const { name, version, position, state, failingAt, error, lagSeconds } = report;
  const [asked, setAsked] = useState<Asked>();
  const [failure, showFailure] = useFailure();
  const decision = useDecision();
  const rebuild = rebuildOf(report);
  const decide = (decided: Decision) =>
    decision.mutate(decided, {
      onError: (problem) => showFailure(failureText(problem, `Failed to ${decided.action} ${name}`)),
      onSuccess: () => showFailure(undefined),
    });
  const close = () => setAsked(undefined);
  return (
    <Card as="li" className="op-projection">
      <div className="op-panel-head">
        <h2 className="op-card-title">
          {name} <span className="op-muted op-version">version {version}</span>
        </h2>
        <div className="op-panel-aside">
          <StatePill report={report} head={head} />
        </div>
      </div>
      <ProgressBar
        percent={rebuild ? percentOf(rebuild.position, head) : percentOf(position, head)}
        label={rebuild ? `Rebuild of ${name}` : `Progress of ${name}`}
      />
      <Descriptions
        column={{ xs: 3, sm: 3, md: 3, lg: 3 }}
        layout="vertical"
        size="small"
        colon={false}
        items={[
          { key: 'position', label: 'Position', children: position === null ? '–' : formatNumber(position) },
          {
            key: 'behind',
            label: 'Behind',
            children: `${behindOf(report)} ${report.lagEvents === 1 ? 'event' : 'events'}`,
          },
          { key: 'lag', label: 'Lag', children: formatDuration(lagSeconds) },
        ]}
      />
      {failingAt !== null && (
        <Alert
          kind="error"
          className="op-failing"
          action={
            <Button size="small" variant="quiet" onClick={() => setAsked('skip')}>
              Skip
            </Button>
          }
        >
          Event {formatNumber(failingAt)}: {error ?? 'it cannot be folded'}
        </Alert>
      )}
      {report.rebuild?.failure && (
        <Alert kind="error">
          Its rebuild stopped at event {formatNumber(report.rebuild.failure.position)}: {report.rebuild.failure.error}
        </Alert>
      )}
      {report.rebuild && <LastRebuild rebuild={report.rebuild} head={head} />}
      <Verified report={report} />
      <FailureAlert failure={failure} />
      <div className="op-projection-actions">
        {state === 'paused' ? (
          <Button
            size="small"
            aria-label={`Resume ${name}`}
            busy={decision.isPending}
            onClick={() => decide({ action: 'resume', name })}
          >
            Resume
          </Button>
        ) : neverPaused.includes(name) ? null : (
          <Button size="small" aria-label={`Pause ${name}`} onClick={() => setAsked('pause')}>
            Pause
          </Button>
        )}
        {rebuild ? (
          <Button
            size="small"
            aria-label={`Cancel rebuild of ${name}`}
            busy={decision.isPending}
            onClick={() => decide({ action: 'cancel', name })}
          >
            Cancel rebuild
          </Button>
        ) : (
          <Button size="small" aria-label={`Rebuild ${name}`} onClick={() => setAsked('rebuild')}>
            Rebuild
          </Button>
        )}
      </div>
      {asked === 'pause' && (
        <ConfirmDialog
          title={`Pause ${name}?`}
          text="It stops at this point of the log, on all nodes, also after restarts. Screens show what it has built until you resume it."
          action="Pause"
          onConfirm={() => decide({ action: 'pause', name })}
          onClose={close}
        />
      )}
      {asked === 'rebuild' && (
        <RebuildDialog name={name} onConfirm={() => decide({ action: 'rebuild', name })} onClose={close} />
      )}
      {asked === 'skip' && failingAt !== null && (
        <SkipDialog
          name={name}
          position={failingAt}
          onSkip={(why) => decide({ action: 'skip', name, position: failingAt, why })}
          onClose={close}
        />
      )}
    </Card>
  );
}
