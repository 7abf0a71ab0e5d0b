import { useEffect, useEffectEvent, useRef } from 'react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useNextPage } from './api.ts';
import styles from './feed-end.module.css';
import { PostSkeleton } from './feed-skeleton.tsx';

/** How far below the screen (px) the next posts are asked for, so that reading on finds them there. */
const ahead = 1_200;

/** Reads the next page as the end of the feed comes near. One for each cursor: give it the cursor as its key. */
export function FeedEnd({ reader, cursor }: { reader: string | null; cursor: string }) {
  const end = useRef<HTMLDivElement>(null);
  const next = useNextPage(reader);
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
