import { ErrorAlert } from '../../components/error-alert.tsx';
import { useNearEnd } from '../../lib/use-near-end.ts';
import { type Reader, useNextPage } from './api.ts';
import { GridSkeleton } from './playlist-grid.tsx';

/** Reads the next page as the end of the shelf comes near. One for each cursor: give it the cursor as its key. */
export function ShelfEnd({ reader, shelf, cursor }: { reader: Reader; shelf: 'own' | 'public'; cursor: string }) {
  const next = useNextPage(reader, shelf);
  const end = useNearEnd(() => {
    if (!next.isPending && !next.isError) next.mutate(cursor);
  }, next.isSuccess);

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
