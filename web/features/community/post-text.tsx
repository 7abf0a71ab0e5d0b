import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedPost } from '../../../server/core/contracts/community.ts';
import { communityLimits } from '../../../server/core/contracts/limits.ts';
import { classNames } from '../../components/class-names.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import styles from './post-text.module.css';
import { wholeContentQuery } from './whole-content.ts';

const manyLines = 14;

/** What the author wrote, in their paragraphs; a long text shows its beginning until the rest is asked for. */
export function PostText({ post }: { post: Pick<FeedPost, 'id' | 'content' | 'excerptOf'> }) {
  const { content: known, excerptOf } = post;
  const [open, setOpen] = useState(false);
  const isExcerpt = excerptOf !== undefined;
  const fetched = useQuery({ ...wholeContentQuery(post), enabled: open && isExcerpt });
  if (known.trim() === '') return null;

  const whole = isExcerpt ? fetched.data : known;
  const isLong = isExcerpt || known.length > communityLimits.excerpt || known.split('\n').length > manyLines;
  const isOpen = open && whole !== undefined;
  const isFetching = open && !isOpen && fetched.isFetching;
  const hasFailed = open && !isOpen && fetched.isError;
  const press = () => {
    if (!isFetching) setOpen(!isOpen);
    if (hasFailed) fetched.refetch().catch(reportError);
  };
  return (
    <>
      <p className={classNames(styles.text, isLong && !isOpen && styles.shortened)} dir="auto">
        {isOpen ? whole : isExcerpt ? `${known}…` : known}
      </p>
      {isLong && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-busy={isFetching || undefined}
          aria-disabled={isFetching || undefined}
          onClick={press}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
      {hasFailed && !isFetching && (
        <ErrorAlert className={styles.failure} onRetry={() => fetched.refetch()} retrying={fetched.isFetching}>
          Failed to fetch post
        </ErrorAlert>
      )}
    </>
  );
}
