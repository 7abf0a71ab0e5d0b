import { useState } from 'react';
import type { Comment, Post } from '../../../server/core/contracts/community.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { DeleteComment } from '../../components/delete-comment.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { useTint } from '../../lib/use-tint.ts';
import { changedByOthers, useOlderComments } from './api.ts';
import styles from './comments.module.css';
import { formatCommentDate } from './dates.ts';
import type { PostChange } from './post-changes.ts';

/** Enough to follow the conversation, few enough that the next post is near. */
const initialCount = 5;

export interface CommentsProps {
  post: Post;
  /** The comments that the server has confirmed. Only these can be deleted. */
  confirmed: readonly Comment[];
  onChange: (change: PostChange) => void;
}

/** The newest comments in chronological order; older ones on demand. */
export function Comments({ post, confirmed, onChange }: CommentsProps) {
  const { reader } = useReader();
  const older = useOlderComments(reader ?? '', post.id);
  const { comments, olderCommentsCursor: cursor } = post;
  // Shown comments stay as more arrive. Identified by time, because the first one may be deleted.
  const [shownSince, setShownSince] = useState(() => comments.at(-initialCount)?.createdAt ?? '');
  const firstShown = Math.max(
    0,
    comments.findIndex(({ createdAt }) => createdAt >= shownSince),
  );

  const showFrom = (first: Comment | undefined) => setShownSince(first?.createdAt ?? '');
  const showOlder = () => {
    if (firstShown > 0) showFrom(comments[0]);
    else if (cursor !== null) older.mutate(cursor, { onSuccess: ({ items }) => showFrom(items.at(-1)) });
  };

  if (comments.length === 0 && cursor === null) return null;
  return (
    <>
      {(firstShown > 0 || cursor !== null) && (
        <Button variant="quiet" size="small" className={styles.older} busy={older.isPending} onClick={showOlder}>
          Show older comments
        </Button>
      )}
      <ul className={styles.list} aria-label="Comments">
        {comments.slice(firstShown).map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            post={post}
            onDelete={
              comment.authorId === reader && confirmed.some(({ id }) => id === comment.id)
                ? () => onChange({ kind: 'deleteComment', commentId: comment.id })
                : undefined
            }
          />
        ))}
      </ul>
    </>
  );
}

interface CommentRowProps {
  comment: Comment;
  post: Post;
  onDelete: (() => void) | undefined;
}

function CommentRow({ comment, post, onDelete }: CommentRowProps) {
  const row = useTint<HTMLLIElement>(changedByOthers.useSelected((changedAt) => changedAt[comment.id]));
  const { authorName, authorAvatar, createdAt, text } = comment;
  const [now] = useState(() => new Date());
  return (
    <li ref={row} className={styles.comment}>
      <Avatar uid={comment.authorId} name={authorName} photoURL={authorAvatar} size={30} />
      <div className={styles.words}>
        <p className={styles.byline}>
          <span className={styles.author}>{authorName}</span>{' '}
          <time className={styles.date} dateTime={createdAt}>
            {formatCommentDate(createdAt, post.createdAt, now)}
          </time>
        </p>
        <p className={styles.text} dir="auto">
          {text}
        </p>
      </div>
      {onDelete && <DeleteComment onDelete={onDelete} />}
    </li>
  );
}
