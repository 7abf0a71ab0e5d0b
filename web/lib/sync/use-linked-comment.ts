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
  const link = `${key} ${hash}`;
  const followed = useRef({ link, pages: 0, isOver: false });
  const elementId = hash.startsWith('#comment-') ? hash.slice(1) : undefined;
  const isLoaded = confirmed?.comments.some(({ id }) => `comment-${id}` === elementId) ?? false;
  const hasOlder = (confirmed?.olderCommentsCursor ?? null) !== null;
  const { mutate, isPending, isError } = older;
  useEffect(() => {
    if (followed.current.link !== link) followed.current = { link, pages: 0, isOver: false };
    const state = followed.current;
    if (elementId === undefined || state.isOver) return;
    if (isLoaded) {
      state.isOver = true;
      document.getElementById(elementId)?.scrollIntoView({ block: 'center' });
    } else if (hasOlder && !isFetching && !isPending && !isError && state.pages < maxPages) {
      state.pages += 1;
      mutate();
    }
  }, [link, elementId, isLoaded, hasOlder, isFetching, isPending, isError, mutate]);
}
