import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { AuditedEvents } from '../../../../server/core/contracts/audit.ts';
import type { Staff } from '../../../../server/core/contracts/staff.ts';
import { Button } from '../../../components/button.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { api } from '../../../lib/api-client.ts';
import { currentUid } from '../../../lib/identity/session.ts';

import { whenOf } from '../format.ts';
import { Panel } from '../panel.tsx';
import { Person } from '../person.tsx';
import { textIn } from '../text-in.ts';
import { looksOf } from './looks.ts';

const firstCount = 10;
const step = 20;
const maxCount = 100;

/** The last accesses to private data. They reveal nothing of it, so that no reason is asked for. */
const accessesQuery = (limit: number) => ({
  queryKey: ['operator', 'accesses', limit],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = new URLSearchParams({ why: 'The record of accesses', type: 'AccessRecorded', limit: String(limit) });
    return (await api.get<AuditedEvents>(`/audit/events?${query}`, { signal })).data;
  },
  refetchInterval: 30_000,
  placeholderData: (before: AuditedEvents | undefined) => before,
  meta: { reader: currentUid() ?? '' },
});

/** Which operator has read what of whom, and why. */
export function AccessRecord({ members }: { members: Staff['items'] | undefined }) {
  const [count, setCount] = useState(firstCount);
  const accesses = useQuery(accessesQuery(count));
  const nameOf = (uid: string) => members?.find((member) => member.uid === uid)?.name;
  const { data } = accesses;
  return (
    <Panel title="Record of accesses" note="Those concerned find it in their profile">
      <LoadFailure isPart query={accesses} subject="The record of accesses">
        Failed to read the record of accesses
      </LoadFailure>
      {accesses.isPending && (
        <Loading text="Loading...">
          <Skeleton height={200} />
        </Loading>
      )}
      {data?.items.length === 0 && <p className="op-muted">No operator has read private data yet.</p>}
      <ul className="op-list">
        {looksOf(data?.items ?? []).map(({ position, meta, access, whose }) => (
          <li key={position}>
            <span className="op-list-words op-sentence">
              <Person uid={textIn(meta, 'actor')} name={nameOf(textIn(meta, 'actor'))} size={26} />{' '}
              <span>read {textIn(access, 'what')} of </span>
              <Whose uids={whose} />
              <small dir="auto">“{textIn(access, 'why')}”</small>
            </span>
            <time className="op-list-time" dateTime={textIn(meta, 'at')}>
              {whenOf(textIn(meta, 'at'))}
            </time>
          </li>
        ))}
      </ul>
      {data?.next != null && count < maxCount && (
        <Button
          variant="secondary"
          size="small"
          className="op-more"
          busy={accesses.isFetching}
          onClick={() => setCount(Math.min(maxCount, count + step))}
        >
          Show older
        </Button>
      )}
    </Panel>
  );
}

const maxFaces = 3;

function Whose({ uids }: { uids: readonly string[] }) {
  if (uids.length > maxFaces) return <strong>{uids.length} people</strong>;
  return uids.map((uid, at) => (
    <Fragment key={uid}>
      {at > 0 && ', '}
      <Person uid={uid} />
    </Fragment>
  ));
}
