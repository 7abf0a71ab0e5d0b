import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { DownloadIcon } from '../icons.tsx';
import { PageHead } from '../page-head.tsx';
import { Reason } from '../reason.tsx';
import { saveFile } from '../verify/api.ts';
import { eventsQuery, metaText } from './api.ts';
import { EventDetail } from './event-detail.tsx';
import { EventTable, rowId } from './event-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { searchIn } from './filters.ts';
import { TailButton } from './tail-button.tsx';
import { useTail } from './use-tail.ts';

export function EventSearch({ why }: { why: string }) {
  const [address, setAddress] = useSearchParams();
  const wanted = searchIn(address);
  const search = useInfiniteQuery(eventsQuery(why, wanted));
  const tail = useTail(why, wanted, search.data?.pages[0]?.head ?? undefined);
  const tailed = new Set(tail.events.map(({ position }) => position));
  const found = search.data?.pages.flatMap(({ items }) => items);
  const events = found && withoutRepeats([...tail.events, ...found]);
  const chosen = address.get('event') ?? undefined;

  const [pressed, setPressed] = useState<string>();

  const choose = (position: string | undefined) => {
    setPressed(position);
    const next = new URLSearchParams(address);
    if (position === undefined) next.delete('event');
    else next.set('event', position);
    setAddress(next, { replace: true });
  };
  const close = () => {
    choose(undefined);
    if (chosen !== undefined) document.getElementById(rowId(chosen))?.focus();
  };
  const exportShown = () =>
    saveFile('events.ndjson', (events ?? []).map((event) => `${JSON.stringify(event)}\n`).join(''));

  return (
    <>
      <PageHead
        title="Events"
        actions={
          <>
            <TailButton tail={tail} />
            <Button icon={<DownloadIcon size={18} />} disabled={!events?.length} onClick={exportShown}>
              Export
            </Button>
          </>
        }
      >
        <p className="op-title-note" role="status">
          {events && `${events.length} shown${search.hasNextPage ? ', there are more' : ''}`}
        </p>
      </PageHead>
      <FilterBar
        why={why}
        types={distinct(events, ({ type }) => type)}
        people={distinct(events, (event) => metaText(event, 'actor'))}
      />
      <Reason />
      <LoadFailure query={search} subject="The search">
        {failureText(search.error, 'Failed to read the events')}
      </LoadFailure>
      {(events || search.isPending) && (
        <div className={chosen === undefined ? 'op-events' : 'op-events op-events-chosen'}>
          <Card className="op-panel">
            {events?.length === 0 ? (
              <EmptyState title="No event matches" text="Take a filter away, or choose a longer time." />
            ) : (
              <EventTable
                events={events}
                isNew={({ position }) => tailed.has(position)}
                chosen={chosen}
                onChoose={({ position }) => choose(position)}
              />
            )}
            {search.hasNextPage && (
              <Button className="op-more" busy={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
                Show older
              </Button>
            )}
          </Card>
          {chosen !== undefined && (
            <EventDetail
              key={chosen}
              why={why}
              position={chosen}
              isPressed={pressed === chosen}
              onChoose={choose}
              onClose={close}
            />
          )}
        </div>
      )}
    </>
  );
}

const distinct = (events: readonly AuditedEvent[] = [], of: (event: AuditedEvent) => string): string[] =>
  [...new Set(events.map(of))].sort();

/** What the tail has brought may also be on a page that was fetched later. */
const withoutRepeats = (events: readonly AuditedEvent[]): AuditedEvent[] => [
  ...new Map(events.map((event) => [event.position, event])).values(),
];
