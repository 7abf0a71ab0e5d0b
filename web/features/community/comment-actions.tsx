import type { Comment } from '../../../server/core/contracts/community.ts';
import type { Reported } from '../../../server/core/contracts/moderation.ts';
import { classNames } from '../../components/class-names.ts';
import { FilledHeartIcon, HeartIcon } from '../../components/icons.tsx';
import { ReportMenu } from '../../components/report-menu.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { formatCount } from '../../lib/format-count.ts';
import styles from './comment-actions.module.css';

export interface CommentActionsProps {
  comment: Comment;
  onLike: (liked: boolean) => void;
  onReply: () => void;
  /** Undefined if the user cannot report it. */
  reported: Reported | undefined;
}

/** The keys below a comment. */
export function CommentActions({ comment, onLike, onReply, reported }: CommentActionsProps) {
  const { authorName, likeCount = 0, likedByMe = false } = comment;
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={classNames(styles.action, likedByMe && styles.liked)}
        aria-pressed={likedByMe}
        onClick={() => onLike(!likedByMe)}
      >
        {likedByMe ? <FilledHeartIcon size={18} /> : <HeartIcon size={18} />}
        {likeCount === 0 ? 'Like' : likeCount}
        <ScreenReaderText>{` ${likeCount === 0 ? '' : `${formatCount(likeCount, 'like')} of `}the comment by ${authorName}`}</ScreenReaderText>
      </button>
      <button type="button" className={styles.action} onClick={onReply}>
        Reply<ScreenReaderText>{` to ${authorName}`}</ScreenReaderText>
      </button>
      {reported && <ReportMenu label="Comment options" reported={reported} />}
    </div>
  );
}
