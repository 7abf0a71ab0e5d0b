import { useEffect, useEffectEvent, useRef } from 'react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { type Reader, useNextPage } from './api.ts';
import { GridSkeleton } from './playlist-grid.tsx';

/** How far below the screen (px) the next playlists are asked for. */
const ahead = 1_200;

/** Reads the next page as the end of the shelf comes near. One for each cursor: give it the cursor as its key. */
export function ShelfEnd({ reader, shelf, cursor }: { reader: Reader; shelf: 'own' | 'public'; cursor: string }) {
  const end = useRef<HTMLDivElement>(null);
  const next = useNextPage(reader, shelf);
  const read = useEffectEvent(() => {
    if (!next.isPending && !next.isError) next.mutate(cursor);
  });

  useEffect(() => {
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) read();
      },
      { rootMargin: `${ahead}px` },
    );
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
  }, []);

  return (
    <div ref={end}>
      {next.isError ? (
        <ErrorAlert onRetry={() => next.mutate(cursor)}>Failed to fetch playlists</ErrorAlert>
      ) : (
        <GridSkeleton cards={3} />
      )}
    </div>
  );
}
