import { useQuery } from '@tanstack/react-query';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { Panel } from '../panel.tsx';
import { differencesQuery } from './api.ts';
import { ChangeList } from './change-list.tsx';
import type { Documents } from './labels.ts';

export interface NowPanelProps {
  why: string;
  stream: string;
  position: string;
  documents: Documents | undefined;
  /** The chosen event is the last one. */
  isNow: boolean;
}

/** What has changed since the chosen event. */
export function NowPanel({ why, stream, position, documents = {}, isNow }: NowPanelProps) {
  const differences = useQuery({ ...differencesQuery(why, stream, position), enabled: !isNow });
  if (differences.isError) return null;
  return (
    <Panel title="Difference to now">
      {isNow && <p className="op-muted">This is the last event.</p>}
      {!isNow && differences.isPending && (
        <Loading>
          <Skeleton height={44} />
        </Loading>
      )}
      {!isNow && differences.data && (
        <ChangeList items={differences.data.items} documents={documents} empty="It is again as it was then." />
      )}
    </Panel>
  );
}
