import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { metaText } from '../events/api.ts';
import { formatNumber } from '../format.ts';
import { DownloadIcon } from '../icons.tsx';
import { PageHead } from '../page-head.tsx';
import { Person } from '../person.tsx';
import { Reason } from '../reason.tsx';
import { saveFile } from '../verify/api.ts';
import { differencesQuery, stateQuery, streamEventsQuery } from './api.ts';
import { ChangesPanel } from './changes-panel.tsx';
import { EventPanel } from './event-panel.tsx';
import { FindField } from './find-field.tsx';
import { nameOf } from './labels.ts';
import { NowPanel } from './now-panel.tsx';
import { StatePanel } from './state-panel.tsx';
import { TimeLine } from './time-line.tsx';
import { TimeSlider } from './time-slider.tsx';

export interface StreamHistoryProps {
  why: string;
  stream: string;
  title: string;
}

/** How many events are fetched by themselves. Of longer streams, older ones on request. */
const maxPages = 5;
const maxFaces = 3;

export function StreamHistory({ why, stream, title }: StreamHistoryProps) {
  const [address, setAddress] = useSearchParams();
  const pages = useInfiniteQuery(streamEventsQuery(why, stream));
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const fetched = pages.data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && fetched < maxPages) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetched, fetchNextPage]);

  const events = pages.data?.pages.flatMap(({ items }) => items).reverse() ?? [];
  const wanted = address.get('at');
  const found = wanted === null ? -1 : events.findLastIndex(({ position }) => BigInt(position) <= BigInt(wanted));
  const index = found < 0 ? events.length - 1 : found;
  const event = events[index];
  const change = (name: 'at' | 'compare', value: string | undefined) => {
    const next = new URLSearchParams(address);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    setAddress(next, { replace: true });
  };
  const choose = (at: number) => change('at', events[at]?.position);
  const isNow = index === events.length - 1;
  const isComparing = address.get('compare') === 'now';

  const position = event?.position ?? '';
  const state = useQuery({ ...stateQuery(why, stream, position), enabled: event !== undefined });
  const before = position === '' ? '' : String(BigInt(position) - 1n);
  const changes = useQuery({
    ...differencesQuery(why, stream, before, position),
    enabled: event !== undefined && event.revision !== '0',
  });

  const differences = useQuery({
    ...differencesQuery(why, stream, position),
    enabled: event !== undefined && (isComparing || !isNow),
  });
  // Read with the differences, so that both are of the same moment.
  const now = useQuery({
    ...stateQuery(why, stream, undefined, differences.dataUpdatedAt),
    enabled: isComparing && differences.data !== undefined,
  });

  const differing = differences.data?.items ?? [];
  const name = Object.values(state.data?.documents ?? {}).map(nameOf)[0];
  const total = state.data ? Number(state.data.last.revision) + 1 : events.length;
  const actors = [...new Set(events.map((each) => metaText(each, 'actor')))];
  const exportShown = () => saveFile(`${stream}.ndjson`, events.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return (
    <>
      <PageHead
        title={name === undefined ? title : `${title}: ${name}`}
        actions={
          <>
            <FindField />
            <Button icon={<DownloadIcon size={18} />} disabled={events.length === 0} onClick={exportShown}>
              Export
            </Button>
          </>
        }
      >
        {total > 0 && <span className="op-pill">{total === 1 ? '1 event' : `${formatNumber(total)} events`}</span>}
        <p className="op-stream-name">
          <code>{stream}</code>
          {actors.slice(0, maxFaces).map((uid) => (
            <Person key={uid} uid={uid} />
          ))}
          {actors.length > maxFaces && <span>and {actors.length - maxFaces} more</span>}
        </p>
      </PageHead>
      <Reason />
      <LoadFailure query={pages} subject="The stream">
        Failed to read the stream
      </LoadFailure>
      {pages.isPending && <StreamSkeleton />}
      {pages.data && events.length === 0 && <EmptyState title="No such stream" text="It has no events." />}
      {event && (
        <>
          <TimeSlider
            events={events}
            index={index}
            onChoose={choose}
            isComparing={isComparing}
            onCompare={(isOn) => change('compare', isOn ? 'now' : undefined)}
          />
          <div className="op-stream-grid">
            {isComparing ? (
              <>
                <StatePanel title="Then" state={state} changes={differing} />
                <StatePanel title="Now" state={now} changes={differing} />
              </>
            ) : (
              <>
                <TimeLine
                  events={events}
                  index={index}
                  onChoose={choose}
                  onOlder={hasNextPage && !isFetching ? () => void fetchNextPage() : undefined}
                />
                <StatePanel title="What they saw" state={state} changes={changes.data?.items ?? []} />
              </>
            )}
            <div className="op-column">
              <ChangesPanel
                why={why}
                stream={stream}
                changes={changes}
                documents={state.data?.documents}
                event={event}
              />
              <EventPanel
                why={why}
                event={event}
                changes={changes.data?.items ?? []}
                sealed={state.data?.position === position ? state.data.sealed : undefined}
              />
              <NowPanel differences={differences} documents={state.data?.documents} isNow={isNow} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

function StreamSkeleton() {
  return (
    <Loading text="Loading...">
      <Skeleton height={136} radius={20} />
      <div className="op-stream-grid op-skeleton-next">
        <Skeleton height={420} radius={20} />
        <Skeleton height={420} radius={20} />
        <Skeleton height={420} radius={20} />
      </div>
    </Loading>
  );
}
