import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { DataTable } from '../data-table.tsx';
import { formatNumber, kindTitle, streamParts, whenOf } from '../format.ts';
import { PageHead } from '../page-head.tsx';
import { Reason, ReasonGate } from '../reason.tsx';
import { maxStreams, streamsQuery, type Total, totals } from './api.ts';
import { FoundPeople, useFoundPeople } from './found-people.tsx';
import { SourcesTable } from './sources-table.tsx';
import { streamAddress } from './stream-address.ts';

const pauseMs = 250;

/** What operators look for most, as the names of streams begin. */
const kinds = [
  'groceryList',
  'mealPlan',
  'household',
  'recipe',
  'recipeReactions',
  'post',
  'playlist',
  'profile',
  'following',
  'staff',
  'moderation',
  'projection',
];

/** Finds a stream by its kind, its id or the id of a user. What is searched is in the address: one comes back to it. */
export function StreamsPage() {
  return (
    <>
      <PageHead title="Streams">
        <p className="op-title-note">Every list, plan, post and account has a stream of events: its whole history.</p>
      </PageHead>
      <ReasonGate what="streams">{(why) => <StreamSearch why={why} />}</ReasonGate>
    </>
  );
}

function StreamSearch({ why }: { why: string }) {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const [entered, setEntered] = useState(typed.trim());
  const [chosen, setChosen] = useState(() => totals.find((name) => name === address.get('total')));
  const debounced = useDebounced(typed.trim(), pauseMs);
  const query = typed.trim() === '' ? '' : debounced;
  const total = typed.trim() === '' ? chosen : undefined;
  useEffect(() => {
    setAddress({ ...(query !== '' && { q: query }), ...(total !== undefined && { total }) }, { replace: true });
  }, [query, total, setAddress]);
  const choose = (name: Total) => {
    setTyped('');
    setChosen(total === name ? undefined : name);
  };
  const people = useFoundPeople(why, query, entered);
  // The name of a stream has neither.
  const isOfStream = query !== '' && !/[@\s]/.test(query);
  const streams = useQuery({ ...streamsQuery(why, query), enabled: isOfStream });
  const items = isOfStream ? streams.data?.items : undefined;
  return (
    <>
      <Reason />
      <div className="op-find">
        <TextField
          label="Find a stream or a person"
          hint="How its name begins, such as groceryList-, an id, the name of somebody who has published, or an email and Enter"
          value={typed}
          maxLength={200}
          autoComplete="off"
          placeholder="groceryList-"
          onChange={setTyped}
          onEnter={() => setEntered(typed.trim())}
        />
        <ul className="op-kinds" aria-label="Kinds">
          {kinds.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                className={typed.startsWith(`${kind}-`) ? 'op-toggle op-toggle-on' : 'op-toggle'}
                aria-pressed={typed.startsWith(`${kind}-`)}
                onClick={() => setTyped(`${kind}-`)}
              >
                {kindTitle(kind)}
              </button>
            </li>
          ))}
          {totals.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={total === name ? 'op-toggle op-toggle-on' : 'op-toggle'}
                aria-pressed={total === name}
                onClick={() => choose(name)}
              >
                {name === 'feed' ? 'Total of the feed' : 'Total of recipes'}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <FoundPeople found={people} onChoose={setTyped} />
      {total !== undefined && <SourcesTable why={why} of={total} />}
      <LoadFailure query={streams} subject="The search">
        Failed to find streams
      </LoadFailure>
      {items?.length === 0 && people.uids.length === 0 && (
        <EmptyState title="No such stream" text="Streams are found by the start of their name or id." />
      )}
      {isOfStream && !streams.isError && items?.length !== 0 && (
        <Card className="op-panel">
          <DataTable
            label="Streams"
            rows={items}
            rowKey={({ stream }) => stream}
            columns={[
              {
                title: 'Kind',
                isRoomyOnly: true,
                render: ({ stream }) => <strong>{kindTitle(streamParts(stream).kind)}</strong>,
              },
              {
                title: 'Stream',
                render: ({ stream }) => (
                  <Link to={streamAddress(stream)}>
                    <code>{stream}</code>
                  </Link>
                ),
              },
              {
                title: 'Events',
                isNumber: true,
                render: ({ last }) => formatNumber((BigInt(last.revision) + 1n).toString()),
              },
              {
                title: 'First',
                isRoomyOnly: true,
                render: ({ first }) => <time dateTime={first.at}>{whenOf(first.at)}</time>,
              },
              { title: 'Last', render: ({ last }) => <time dateTime={last.at}>{whenOf(last.at)}</time> },
            ]}
          />
          {items?.length === maxStreams && (
            <p className="op-muted">The first {maxStreams}, in the order of their names. Type more of the name.</p>
          )}
        </Card>
      )}
    </>
  );
}
