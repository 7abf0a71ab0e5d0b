import { useMutation } from '@tanstack/react-query';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { MediaSpinner } from '../../components/media-spinner.tsx';
import { everyone } from '../../lib/query-client.ts';
import { useNearEnd } from '../../lib/use-near-end.ts';
import { recipePages } from './api.ts';
import styles from './home-screen.module.css';

/** Fetches the next page when the end of the grid comes near. Render it with the cursor as its key. */
export function RecipesEnd({ cursor }: { cursor: string }) {
  const next = useMutation(recipePages.nextPage(everyone));
  const end = useNearEnd(() => {
    if (!next.isPending && !next.isError) next.mutate(cursor);
  }, next.isSuccess);

  return (
    <div ref={end} className={styles.end}>
      {next.isError ? (
        <ErrorAlert onRetry={() => next.mutate(cursor)}>Failed to fetch recipes</ErrorAlert>
      ) : (
        <MediaSpinner />
      )}
    </div>
  );
}
