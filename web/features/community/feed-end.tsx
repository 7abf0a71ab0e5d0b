import { useMutation } from '@tanstack/react-query';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useNearEnd } from '../../lib/use-near-end.ts';
import { posts } from './api.ts';
import styles from './feed-end.module.css';
import { PostSkeleton } from './feed-skeleton.tsx';
import type { PostList } from './post-lists.ts';

/** Fetches the next page when the end of the feed comes near. Render it with the cursor as its key. */
export function FeedEnd({ list, cursor }: { list: PostList; cursor: string }) {
  const next = useMutation(posts.nextPage(...list));
  const end = useNearEnd(() => {
    if (!next.isPending && !next.isError) next.mutate(cursor);
  }, next.isSuccess);

  return (
    <div ref={end} className={styles.end}>
      {next.isError ? (
        <ErrorAlert onRetry={() => next.mutate(cursor)}>Failed to fetch posts</ErrorAlert>
      ) : (
        <div aria-hidden="true">
          <PostSkeleton />
        </div>
      )}
    </div>
  );
}
