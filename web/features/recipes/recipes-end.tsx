import { useEffect, useEffectEvent, useRef } from 'react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { MediaSpinner } from '../../components/media-spinner.tsx';
import { useNextPage } from './api.ts';
import styles from './home-screen.module.css';

/** How far below the screen (px) the next recipes are asked for, so that scrolling on finds them there. */
const ahead = 1_200;

/** Reads the next page as the end of the grid comes near. One for each cursor: give it the cursor as its key. */
export function RecipesEnd({ cursor }: { cursor: string }) {
  const end = useRef<HTMLDivElement>(null);
  const next = useNextPage();
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
        <ErrorAlert onRetry={() => next.mutate(cursor)}>Failed to fetch recipes</ErrorAlert>
      ) : (
        <MediaSpinner />
      )}
    </div>
  );
}
