import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Accesses as AccessPage } from '../../../server/core/contracts/audit.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { api } from '../../lib/api-client.ts';
import styles from './accesses.module.css';
import settings from './settings-card.module.css';

const accessesQuery = (reader: string) =>
  infiniteQueryOptions({
    queryKey: ['accesses', reader],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? '' : `?${new URLSearchParams({ cursor: pageParam })}`;
      return (await api.get<AccessPage>(`/users/accesses${query}`, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    meta: { reader },
  });

/** Which operators have read the user's private data, and why. Nothing until there is one. */
export function Accesses({ uid }: { uid: string }) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(accessesQuery(uid));
  const pages = data?.pages ?? [];
  const [wantedPages, setWantedPages] = useState(1);
  const isWaiting = hasNextPage && pages.length < wantedPages && !isFetchNextPageError;
  // A refetch, as after a reconnect, cancels the fetch of a page that the user has asked for.
  useEffect(() => {
    if (isWaiting && !isFetching) void fetchNextPage();
  }, [isWaiting, isFetching, fetchNextPage]);
  const showOlder = () => {
    setWantedPages(pages.length + 1);
    if (isFetchNextPageError) void fetchNextPage();
  };
  const items = pages.flatMap((page) => page.items);
  if (items.length === 0) return null;
  return (
    <Card className={styles.card}>
      <h2 className={settings.title}>Who has looked at your data</h2>
      <p className={settings.hint}>The people who run this installation give a reason each time.</p>
      <ul className={styles.list}>
        {items.map(({ at, by, what, why }) => (
          <li key={`${by.uid} ${at}`} className={styles.access}>
            <p dir="auto">{why}</p>
            <p className={styles.details}>
              {by.name ?? 'An operator'} read {what}, <time dateTime={at}>{formatTime(at)}</time>
            </p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="quiet" disabled={isWaiting} onClick={showOlder}>
          Show older
        </Button>
      )}
    </Card>
  );
}

const formatTime = (time: string): string =>
  new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
