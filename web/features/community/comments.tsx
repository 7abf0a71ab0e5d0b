import { type ComponentType, useState } from 'react';
import type { Comment, Post } from '../../../server/core/contracts/community.ts';
import { Button } from '../../components/button.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { useOlderComments } from './api.ts';
import type { CommentActionsProps } from './comment-actions.tsx';
import { CommentRow } from './comment-row.tsx';
import styles from './comments.module.css';
import type { PostChange } from './post-changes.ts';
import { threadsOf } from './threads.ts';

/** In the feed: enough to follow the conversation, few enough that the next post is near. */
const initialCount = 5;

export interface CommentsProps {
  post: Post;
  /** The comments that the server has confirmed. Only these can be deleted. */
  confirmed: readonly Comment[];
  onChange: (change: PostChange) => void;
  onDelete: (commentId: string) => void;
  /** On the post's own screen: shows all that are loaded, to be liked and replied to. */
  CommentActions: ComponentType<CommentActionsProps> | undefined;
  onReply: (comment: Comment) => void;
}

/** The newest comments in chronological order, with their replies; older ones on demand. */
export function Comments({ post, confirmed, onChange, onDelete, CommentActions, onReply }: CommentsProps) {
  const { reader, userOrLogin } = useReader();
  const { comments, olderCommentsCursor: cursor } = post;
  const older = useOlderComments(reader ?? '', post.id, cursor);
  // Shown comments stay as more arrive. Identified by time, because the first one may be deleted.
  const [shownSince, setShownSince] = useState(() =>
    CommentActions ? '' : (comments.at(-initialCount)?.createdAt ?? ''),
  );
  const firstShown = Math.max(
    0,
    comments.findIndex(({ createdAt }) => createdAt >= shownSince),
  );

  const showFrom = (first: Comment | undefined) => setShownSince(first?.createdAt ?? '');
  const showOlder = () => {
    if (firstShown > 0) showFrom(comments[0]);
    else if (cursor !== null) older.mutate(undefined, { onSuccess: ({ items }) => showFrom(items.at(-1)) });
  };

  if (comments.length === 0 && cursor === null) return null;
  const row = (comment: Comment) => {
    const { id: commentId } = comment;
    const isConfirmed = confirmed.some(({ id }) => id === commentId);
    const like = (liked: boolean) => {
      if (userOrLogin('like this comment')) onChange({ kind: 'likeComment', commentId, liked });
    };
    return (
      <CommentRow
        comment={comment}
        isReply={comment.replyTo !== undefined}
        actions={
          CommentActions &&
          isConfirmed && (
            <CommentActions
              comment={comment}
              onLike={like}
              onReply={() => onReply(comment)}
              reported={comment.authorId === reader ? undefined : { kind: 'postComment', id: post.id, commentId }}
            />
          )
        }
        onDelete={comment.authorId === reader && isConfirmed ? () => onDelete(commentId) : undefined}
      />
    );
  };
  return (
    <>
      {(firstShown > 0 || cursor !== null) && (
        <Button variant="quiet" size="small" className={styles.older} busy={older.isPending} onClick={showOlder}>
          Show older comments
        </Button>
      )}
      <ul className={styles.list} aria-label="Comments">
        {threadsOf(comments, firstShown).map(({ id, comment, replies }) => (
          <li key={id}>
            {comment ? (
              row(comment)
            ) : (
              <p className={styles.missing}>{cursor === null ? 'Deleted comment' : 'An older comment'}</p>
            )}
            {replies.length > 0 && (
              <ul className={styles.replies} aria-label="Replies">
                {replies.map((reply) => (
                  <li key={reply.id}>{row(reply)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
