import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Comment } from '../../../server/core/contracts/community.ts';
import type { Reported } from '../../../server/core/contracts/moderation.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { DeleteComment } from '../../components/delete-comment.tsx';
import { LinkedText } from '../../components/linked-text.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { ReportMenu } from '../../components/report-menu.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { personPath } from '../../lib/person-path.ts';
import { useLinkedComment } from '../../lib/sync/use-linked-comment.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useTint } from '../../lib/use-tint.ts';
import { PhotoStrip } from '../../photos/photo-strip.tsx';
import { CommunityPhotos } from './community-photos.tsx';
import styles from './made-this.module.css';
import { MadeThisForm } from './made-this-form.tsx';
import type { CachedReactions, ReactionChange } from './reaction-changes.ts';
import { commentedByOthers, useOlderComments } from './reactions.ts';

export interface MadeThisProps {
  shown: CachedReactions;
  /** As the server has confirmed it: only such comments can be deleted. Undefined until it is fetched. */
  confirmed: CachedReactions | undefined;
  query: UseQueryResult<CachedReactions>;
  onChange: (change: ReactionChange) => void;
  deleteComment: (commentId: string) => void;
}

/** What members say who have made the recipe, newest first. */
export function MadeThis({ shown, confirmed, query, onChange, deleteComment }: MadeThisProps) {
  const titleId = useId();
  const { reader } = useReader();
  const { commentCount, comments } = shown;
  const older = useOlderComments(reader ?? '', shown.id);
  useLinkedComment({ confirmed, isFetching: query.isFetching, older });
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          I made this
        </h2>
        {commentCount > 0 && <p className={styles.count}>{formatCount(commentCount, 'comment')}</p>}
      </div>
      <CommunityPhotos comments={comments} />
      <Card className={styles.card}>
        <MadeThisForm recipeId={shown.id} onSend={(comment) => onChange({ kind: 'comment', comment })} />
        <LoadFailure query={query} subject="What others say about it" className={styles.failure}>
          Failed to fetch comments
        </LoadFailure>
        {query.isPending && commentCount > 0 && <CommentSkeleton />}
        {comments.length > 0 && (
          <ul className={styles.list} aria-label="Comments">
            {comments.toReversed().map((comment) => (
              <CommentRow
                key={comment.id}
                comment={comment}
                reported={
                  comment.authorId !== reader && confirmed?.comments.some(({ id }) => id === comment.id)
                    ? { kind: 'recipeComment', id: shown.id, commentId: comment.id }
                    : undefined
                }
                onDelete={
                  comment.authorId === reader && confirmed?.comments.some(({ id }) => id === comment.id)
                    ? () => deleteComment(comment.id)
                    : undefined
                }
              />
            ))}
          </ul>
        )}
        {shown.olderCommentsCursor !== null && (
          <Button
            variant="quiet"
            size="small"
            className={styles.older}
            busy={older.isPending}
            onClick={() => older.mutate()}
          >
            Show older comments
          </Button>
        )}
      </Card>
    </section>
  );
}

interface CommentRowProps {
  comment: Comment;
  reported: Reported | undefined;
  onDelete: (() => void) | undefined;
}

function CommentRow({ comment, reported, onDelete }: CommentRowProps) {
  const { id, authorId, authorName, authorAvatar, createdAt, text, photos, mentions } = comment;
  const row = useTint<HTMLLIElement>(commentedByOthers.useSelected((addedAt) => addedAt[id]));
  return (
    <li ref={row} id={`comment-${id}`} className={styles.comment}>
      <Avatar uid={authorId} name={authorName} photoURL={authorAvatar} size={36} />
      <div className={styles.words}>
        <p className={styles.byline}>
          <Link to={personPath(authorId)} className={styles.author}>
            {authorName}
          </Link>{' '}
          <TimeAgo at={createdAt} className={styles.date} />
        </p>
        {text !== '' && (
          <p className={styles.text} dir="auto">
            <LinkedText text={text} mentions={mentions} />
          </p>
        )}
        {photos && (
          <div className={styles.photos}>
            <PhotoStrip photos={photos} title={`by ${authorName}`} />
          </div>
        )}
      </div>
      {onDelete && <DeleteComment onDelete={onDelete} />}
      {reported && <ReportMenu label="Comment options" reported={reported} />}
    </li>
  );
}

const CommentSkeleton = () => (
  <div className={styles.list}>
    <Loading text="Loading comments...">
      <div className={styles.comment}>
        <Skeleton width={36} height={36} radius={999} />
        <div className={styles.words}>
          <Skeleton width="40%" />
          <Skeleton width="80%" />
        </div>
      </div>
    </Loading>
  </div>
);
