import type { UseQueryResult } from '@tanstack/react-query';
import Segmented from 'antd/es/segmented';
import { useEffect, useRef, useState } from 'react';
import type { StreamState } from '../../../../server/core/contracts/time-travel.ts';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { JsonView } from '../json-view.tsx';
import { MissingOrFailed } from '../missing-or-failed.tsx';
import { Panel } from '../panel.tsx';
import type { Difference } from './labels.ts';
import { DocumentScreen } from './screens/document-screen.tsx';
import { scrollIn } from './scroll-in.ts';

export interface StatePanelProps {
  title: string;
  state: UseQueryResult<StreamState>;
  /** What differs: it is marked. */
  changes: readonly Difference[];
}

/** The documents of the stream at that time, as the screen that users saw or as JSON. */
export function StatePanel({ title, state, changes }: StatePanelProps) {
  const [shown, setShown] = useState<'Screen' | 'JSON'>('Screen');
  const screens = useRef<HTMLElement>(null);
  useEffect(() => {
    if (changes.length > 0 && state.data)
      scrollIn(screens.current, screens.current?.querySelector<HTMLElement>('.op-item-changed'));
  }, [changes, state.data]);
  const documents = Object.entries(state.data?.documents ?? {});
  return (
    <Panel
      title={title}
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
      {documents.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls, also by keys.
        <section ref={screens} className="op-screens" aria-label={`${title}, as it was shown`} tabIndex={0}>
          {shown === 'JSON' ? (
            <JsonView value={Object.fromEntries(documents)} />
          ) : (
            documents.map(([name, document]) => (
              <DocumentScreen key={name} name={name} document={document} changes={changes} />
            ))
          )}
        </section>
      )}
    </Panel>
  );
}
