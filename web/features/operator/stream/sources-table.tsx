import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Sources } from '../../../../server/core/contracts/time-travel.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { DataTable } from '../data-table.tsx';
import { formatNumber, whenOf } from '../format.ts';
import { Panel } from '../panel.tsx';
import { Person } from '../person.tsx';
import { sourcesQuery, type Total } from './api.ts';
import { streamAddress } from './stream-address.ts';

/** The newest events that a total comes from, each with the total after it. */
export function SourcesTable({ why, of }: { why: string; of: Total }) {
  const sources = useQuery(sourcesQuery(why, of));
  const total = sources.data?.items[0];
  return (
    <Panel
      title={of === 'feed' ? 'Posts in the feed' : 'Recipes'}
      aside={<strong>{total ? totalOf(total) : 0}</strong>}
    >
      <LoadFailure isPart query={sources} subject="The total">
        Failed to read what the total comes from
      </LoadFailure>
      {(sources.data || sources.isPending) && (
        <DataTable
          label="Total"
          onPhone="rows"
          rows={sources.data?.items}
          rowKey={({ position }) => position}
          columns={[
            {
              title: 'Event',
              render: ({ stream, position, type, at }) => (
                <>
                  <Link to={streamAddress(stream, position)}>{type}</Link>
                  <small className="op-phone-only op-muted">{whenOf(at)}</small>
                </>
              ),
            },
            { title: 'When', isWideOnly: true, render: ({ at }) => <time dateTime={at}>{whenOf(at)}</time> },
            { title: 'Person', render: ({ actor }) => <Person uid={actor} /> },
            { title: 'Total after it', isNumber: true, render: totalOf },
          ]}
        />
      )}
      {sources.data?.next != null && <p className="op-muted">The newest {sources.data.items.length}.</p>}
    </Panel>
  );
}

const totalOf = ({ changes }: Sources['items'][number]): string => formatNumber(String(changes[0]?.to ?? 0));
