import type { UseQueryResult } from '@tanstack/react-query';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import type { StreamState } from '../../../../server/core/contracts/time-travel.ts';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { JsonView } from '../json-view.tsx';
import { MissingOrFailed } from '../missing-or-failed.tsx';
import { Panel } from '../panel.tsx';
import type { Difference } from './labels.ts';
import { DocumentScreen } from './screens/document-screen.tsx';

export interface StatePanelProps {
  state: UseQueryResult<StreamState>;
  /** What the chosen event has changed: it is marked. */
  changes: readonly Difference[];
}

/** The documents of the stream at that time, as the screen that users saw or as JSON. */
export function StatePanel({ state, changes }: StatePanelProps) {
  const [shown, setShown] = useState<'Screen' | 'JSON'>('Screen');
  const documents = Object.entries(state.data?.documents ?? {});
  return (
    <Panel
      title="What they saw"
      className="op-state"
      aside={
        <Segmented aria-label="Show as" options={['Screen', 'JSON']} value={shown} onChange={setShown} size="small" />
      }
    >
      <MissingOrFailed query={state} subject="The state" missing="No screen shows this kind of stream." />
      {state.isPending && (
        <Loading text="Loading...">
          <Skeleton height={320} radius={16} />
        </Loading>
      )}
      {state.data && documents.length === 0 && <p className="op-muted">Nothing: it did not exist at this time.</p>}
      {shown === 'JSON' && state.data && documents.length > 0 && <JsonView value={state.data.documents} />}
      {shown === 'Screen' &&
        documents.map(([name, document]) => (
          <DocumentScreen key={name} name={name} document={document} changes={changes} />
        ))}
    </Panel>
  );
}
