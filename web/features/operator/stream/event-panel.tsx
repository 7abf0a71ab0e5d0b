import { Link } from 'react-router-dom';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import type { StreamState } from '../../../../server/core/contracts/time-travel.ts';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { EventFacts } from '../events/event-detail.tsx';
import { eventsAddress } from '../events/filters.ts';
import { JsonView } from '../json-view.tsx';
import { Panel } from '../panel.tsx';
import { saveProof } from '../verify/proof-form.tsx';
import type { Difference } from './labels.ts';

export interface EventPanelProps {
  why: string;
  event: AuditedEvent;
  /** Their fields are marked in the data. */
  changes: readonly Difference[];
  /** Undefined while it is not known. */
  sealed: StreamState['sealed'] | undefined;
}

/** The chosen event as it was recorded. */
export function EventPanel({ why, event, changes, sealed }: EventPanelProps) {
  const [failure, showFailure] = useFailure();
  const prove = () =>
    saveProof(event.position, why).then(
      () => showFailure(undefined),
      (error: unknown) => showFailure(failureText(error, 'Failed to make the proof')),
    );
  const fields = changes
    .filter(({ from, to }) => from !== undefined && to !== undefined)
    .map(({ path }) => path.split('/').at(-1) ?? '');
  return (
    <Panel
      title={event.type}
      aside={
        <>
          <Link to={eventsAddress({ stream: event.stream }, event.position)} className="op-link">
            Why
          </Link>
          <button type="button" className="op-link" onClick={() => void prove()}>
            Prove
          </button>
        </>
      }
    >
      <FailureAlert failure={failure} />
      <EventFacts event={event} sealed={sealed} />
      <JsonView label="Data" value={event.data} changed={fields} />
    </Panel>
  );
}
