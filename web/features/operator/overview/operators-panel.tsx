import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { AuditedEvent, AuditedEvents } from '../../../../server/core/contracts/audit.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { api } from '../../../lib/api-client.ts';
import { currentUid } from '../../../lib/identity/session.ts';

import { streamParts, whenOf } from '../format.ts';
import { Panel } from '../panel.tsx';
import { Person } from '../person.tsx';
import { textIn } from '../text-in.ts';

/** What operators record. These events reveal nothing private, so that no reason is asked for. */
const decisions: Readonly<Record<string, string>> = {
  ProjectionPaused: 'paused',
  ProjectionResumed: 'resumed',
  RebuildRequested: 'started a rebuild of',
  RebuildCancelled: 'cancelled the rebuild of',
};
const types = ['AccessRecorded', 'RoleGranted', 'RoleRevoked', 'EventSkipped', ...Object.keys(decisions)];
const shown = 6;
/** Each look records an access for each person concerned: more are read than shown, since those of one look are one line. */
const read = 40;

const newestOf = (type: string) => ({
  queryKey: ['operator', 'newest', type],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = new URLSearchParams({ why: 'What operators did', type, limit: String(read) });
    return (await api.get<AuditedEvents>(`/audit/events?${query}`, { signal })).data.items;
  },
  refetchInterval: 60_000,
  meta: { reader: currentUid() ?? '' },
});

/** The last decisions and accesses of operators. */
export function OperatorsPanel() {
  const queries = useQueries({ queries: types.map(newestOf) });
  const isPending = queries.some((query) => query.isPending);
  const failed = queries.find((query) => query.isError && query.data === undefined);
  const events = queries
    .flatMap(({ data = [] }) => data)
    .sort((a, b) => (BigInt(a.position) < BigInt(b.position) ? 1 : -1))
    .filter((event, at, all) => at === 0 || !isSameLook(event, all[at - 1]))
    .slice(0, shown);
  return (
    <Panel
      title="What operators did"
      aside={
        <Link to="/operator/staff" className="op-link">
          Staff
        </Link>
      }
    >
      {isPending && (
        <Loading>
          <Skeleton height={180} />
        </Loading>
      )}
      {failed && (
        <LoadFailure isPart query={failed} subject="This">
          Failed to read what operators did
        </LoadFailure>
      )}
      {!isPending && !failed && events.length === 0 && <p className="op-muted">Nothing yet.</p>}
      <ul className="op-list">
        {!isPending &&
          events.map((event) => (
            <li key={event.position}>
              <span className="op-list-words op-sentence">
                <Person uid={textIn(event.meta, 'actor')} size={26} /> <Deed event={event} />
              </span>
              <time className="op-list-time" dateTime={textIn(event.meta, 'at')}>
                {whenOf(textIn(event.meta, 'at'))}
              </time>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

/** Whether an operator has read more for the same reason. */
const isSameLook = (event: AuditedEvent, later: AuditedEvent | undefined): boolean =>
  event.type === 'AccessRecorded' &&
  later?.type === 'AccessRecorded' &&
  event.stream === later.stream &&
  textIn(event.data, 'why') === textIn(later.data, 'why');

function Deed({ event: { type, data, stream } }: { event: AuditedEvent }) {
  const { id } = streamParts(stream);
  switch (type) {
    case 'AccessRecorded':
      return (
        <span dir="auto">
          read {textIn(data, 'what')}: “{textIn(data, 'why')}”
        </span>
      );
    case 'RoleGranted':
    case 'RoleRevoked':
      return (
        <>
          {type === 'RoleGranted' ? 'made' : 'revoked the role of'} <Person uid={id} />{' '}
          {type === 'RoleGranted' ? textIn(data, 'role') : `as ${textIn(data, 'role')}`}
        </>
      );
    case 'EventSkipped':
      return (
        <span dir="auto">
          skipped event {textIn(data, 'position')} in {id}: “{textIn(data, 'why')}”
        </span>
      );
    default:
      return (
        <>
          {decisions[type]} {id}
        </>
      );
  }
}
