import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedPost } from '../../../server/core/contracts/community.ts';
import { communityLimits } from '../../../server/core/contracts/limits.ts';
import { classNames } from '../../components/class-names.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LinkedText } from '../../components/linked-text.tsx';
import styles from './post-text.module.css';
import { wholeContentQuery } from './whole-content.ts';

const maxLines = 14;

export interface PostTextProps {
  post: Pick<FeedPost, 'id' | 'content' | 'excerptOf' | 'mentions'>;
  /** Whether a long text is expanded at first. */
  isWhole: boolean;
}

/** The text of a post. A long text is shortened until the user expands it. */
export function PostText({ post, isWhole }: PostTextProps) {
  const { content, excerptOf } = post;
  const [isExpanded, setIsExpanded] = useState(isWhole);
  const isExcerpt = excerptOf !== undefined;
  const fetched = useQuery({ ...wholeContentQuery(post), enabled: isExpanded && isExcerpt });
  if (content.trim() === '') return null;

  const whole = isExcerpt ? fetched.data : content;
  const isLong = isExcerpt || content.length > communityLimits.excerpt || content.split('\n').length > maxLines;
  const showsWhole = isExpanded && whole !== undefined;
  const isFetching = isExpanded && !showsWhole && fetched.isFetching;
  const hasFailed = isExpanded && !showsWhole && fetched.isError;
  const toggle = () => {
    if (!isFetching) setIsExpanded(!showsWhole);
    if (hasFailed) fetched.refetch().catch(reportError);
  };
  return (
    <>
      <p className={classNames(styles.text, isLong && !showsWhole && styles.shortened)} dir="auto">
        <LinkedText text={showsWhole ? whole : content} mentions={post.mentions} isCut={isExcerpt && !showsWhole} />
        {isExcerpt && !showsWhole && '…'}
      </p>
      {isLong && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={showsWhole}
          aria-busy={isFetching || undefined}
          aria-disabled={isFetching || undefined}
          onClick={toggle}
        >
          {showsWhole ? 'Show less' : 'Show more'}
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
