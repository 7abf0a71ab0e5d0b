import { useMutation } from '@tanstack/react-query';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useNearEnd } from '../../lib/use-near-end.ts';
import { playlists } from './api.ts';
import type { PlaylistList } from './fold-playlist.ts';
import { GridSkeleton } from './playlist-grid.tsx';

/** Fetches the next page when the end of the list comes near. Render it with the cursor as its key. */
export function ListEnd({ list, cursor }: { list: PlaylistList; cursor: string }) {
  const next = useMutation(playlists.nextPage(...list));
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
