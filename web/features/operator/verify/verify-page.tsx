import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { ActionButton } from '../action-button.tsx';
import { PageHead } from '../page-head.tsx';
import { useStartVerification, useStopVerification, verificationQuery } from './api.ts';
import { Differences } from './differences.tsx';
import { ModelsPanel } from './models-panel.tsx';
import { ProgressCard } from './progress-card.tsx';
import { SealsPanel } from './seals-panel.tsx';

/** Compares the read models with the log, and the log with its seals. */
export function VerifyPage() {
  const latest = useQuery(verificationQuery());
  const start = useStartVerification();
  const stop = useStopVerification();
  const [failure, showFailure] = useFailure();
  const isRunning = latest.data?.state === 'running';
  // With differences, the main action is to rebuild.
  const Run = latest.data && latest.data.differenceCount > 0 ? Button : ActionButton;
  const run = () =>
    start.mutate(undefined, {
      onError: (error) => showFailure(failureText(error, 'Failed to start the verification')),
      onSuccess: () => showFailure(undefined),
    });
  return (
    <>
      <PageHead
        title="Verify"
        actions={
          isRunning ? (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              Stop
            </Button>
          ) : (
            <Run busy={start.isPending} onClick={run}>
              {latest.data ? 'Verify again' : 'Verify'}
            </Run>
          )
        }
      >
        <p className="op-title-note">
          Replays the log into a shadow of each read model, and compares. Readers notice nothing.
        </p>
      </PageHead>
      <FailureAlert failure={failure} />
      <LoadFailure query={latest} subject="The verification">
        Failed to read the latest verification
      </LoadFailure>
      {latest.data && <ProgressCard verification={latest.data} />}
      <div className="op-verify-grid">
        <div className="op-column">
          {latest.isPending && (
            <Loading text="Loading...">
              <Skeleton height={320} radius={20} />
            </Loading>
          )}
          {latest.data === null && (
            <EmptyState
              title="Nothing verified yet"
              text="This process has not compared its read models with the log since it started."
            />
          )}
          {latest.data && <ModelsPanel verification={latest.data} />}
          {latest.data && <Differences verification={latest.data} />}
        </div>
        <SealsPanel verification={latest.data ?? undefined} />
      </div>
    </>
  );
}
