import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Commented } from './comments.ts';
import type { FetchOlder } from './use-fetch-older.ts';

/** Before more, the user would wait too long: 200 comments. */
const maxPages = 10;

export interface LinkedCommentOptions {
  /** As the server has it; undefined until it is fetched. */
  readonly confirmed: Commented | undefined;
  readonly isFetching: boolean;
  readonly older: FetchOlder;
}

/**
 * Scrolls to the comment that the address names, as `#comment-` and its id. Fetches older comments until it is among them.
 */
export function useLinkedComment({ confirmed, isFetching, older }: LinkedCommentOptions): void {
  const { hash, key } = useLocation();
  const followed = useRef({ key, pages: 0, isOver: false });
  const elementId = hash.startsWith('#comment-') ? hash.slice(1) : undefined;
  const isLoaded = confirmed?.comments.some(({ id }) => `comment-${id}` === elementId) ?? false;
  const hasOlder = (confirmed?.olderCommentsCursor ?? null) !== null;
  const { mutate, isPending, isError } = older;
  useEffect(() => {
    if (followed.current.key !== key) followed.current = { key, pages: 0, isOver: false };
    const link = followed.current;
    if (elementId === undefined || link.isOver) return;
    if (isLoaded) {
      link.isOver = true;
      document.getElementById(elementId)?.scrollIntoView({ block: 'center' });
    } else if (hasOlder && !isFetching && !isPending && !isError && link.pages < maxPages) {
      link.pages += 1;
      mutate();
    }
  }, [key, elementId, isLoaded, hasOlder, isFetching, isPending, isError, mutate]);
}
