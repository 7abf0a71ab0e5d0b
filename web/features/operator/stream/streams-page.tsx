import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { timeText } from '../../../lib/time-text.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { DataTable } from '../data-table.tsx';
import { formatNumber, kindTitle, streamParts } from '../format.ts';
import { PageHead } from '../page-head.tsx';
import { streamsQuery } from './api.ts';
import { streamAddress } from './stream-address.ts';

const pauseMs = 250;

/** Finds a stream by its kind, its id or the id of a user. */
export function StreamsPage() {
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), pauseMs);
  const streams = useQuery({ ...streamsQuery(query), enabled: query !== '' });
  const items = query === '' ? undefined : streams.data?.items;
  return (
    <>
      <PageHead title="Streams" />
      <div className="op-find">
        <TextField
          label="Find a stream"
          hint="A list, a plan, a post or an account: how its name begins, such as groceryList-, or the id of a user"
          value={typed}
          maxLength={200}
          autoComplete="off"
          placeholder="groceryList-"
          onChange={setTyped}
        />
      </div>
      <LoadFailure query={streams} subject="The search">
        Failed to find streams
      </LoadFailure>
      {query === '' && (
        <EmptyState title="Which one?" text="Every list, plan, post and account has a stream of events." />
      )}
      {items?.length === 0 && (
        <EmptyState title="No such stream" text="Streams are found by the start of their name or id." />
      )}
      {query !== '' && items?.length !== 0 && (
        <Card className="op-panel">
          <DataTable
            label="Streams"
            rows={items}
            rowKey={({ stream }) => stream}
            columns={[
              { title: 'Kind', render: ({ stream }) => <strong>{kindTitle(streamParts(stream).kind)}</strong> },
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
                render: ({ first }) => <time dateTime={first.at}>{timeText(Date.parse(first.at))}</time>,
              },
              { title: 'Last', render: ({ last }) => <time dateTime={last.at}>{timeText(Date.parse(last.at))}</time> },
            ]}
          />
        </Card>
      )}
    </>
  );
}
