import { type ComponentType, memo, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Comment } from '../../../server/core/contracts/community.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Card } from '../../components/card.tsx';
import { classNames } from '../../components/class-names.ts';
import { CommentIcon } from '../../components/icons.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { personPath } from '../../lib/person-path.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useTint } from '../../lib/use-tint.ts';
import type { AttachedPhotos } from '../../photos/use-attached-photos.tsx';
import { changedByOthers, partKey, posts } from './api.ts';
import { AuthorMenu } from './author-menu.tsx';
import type { CommentActionsProps } from './comment-actions.tsx';
import { CommentForm } from './comment-form.tsx';
import { Comments } from './comments.tsx';
import type { CachedPost } from './fold-post.ts';
import { LikePost } from './like-post.tsx';
import { postPath } from './paths.ts';
import styles from './post-card.module.css';
import type { PostChange } from './post-changes.ts';
import { PostMedia } from './post-media.tsx';
import { PostMenu } from './post-menu.tsx';
import { PostText } from './post-text.tsx';
import { SharePost } from './share-post.tsx';

export interface PostCardProps {
  confirmed: CachedPost;
  /** Of a post that has the screen to itself. Otherwise it is one of a feed, and leads there. */
  ownScreen?: OwnScreen;
}

/** What only the screen of one post has: a feed does not load its code. */
export interface OwnScreen {
  readonly CommentActions: ComponentType<CommentActionsProps>;
  /** To the reader's comment. */
  readonly attached: AttachedPhotos;
}

/** A post: text, media, likes and comments. */
export const PostCard = memo(function PostCard({ confirmed, ownScreen }: PostCardProps) {
  const isAlone = ownScreen !== undefined;
  const { id, authorId, authorName, authorAvatar, createdAt } = confirmed;
  const { reader } = useReader();
  const uid = reader ?? '';
  const change = (made: PostChange) => posts.change([uid, id], made);
  const changeUnlessUndone = (made: PostChange, message: ReactNode) =>
    posts.changeUnlessUndone([uid, id], made, message);
  const post = posts.applyPending(confirmed, posts.usePending(uid, id));
  const titleId = useId();
  const commentForm = useRef<{ focus: () => void }>(null);
  const [replyingTo, setReplyingTo] = useState<Comment>();
  const text = useTint<HTMLDivElement>(changedByOthers.useSelected((changedAt) => changedAt[partKey(id, 'text')]));
  const actions = useTint<HTMLDivElement>(changedByOthers.useSelected((changedAt) => changedAt[partKey(id, 'likes')]));
  if (post.isDeleted) return null;

  const { commentCount } = post;
  const Heading = isAlone ? 'h1' : 'h2';
  const time = <TimeAgo at={createdAt} className={styles.date} />;
  return (
    <Card
      as="article"
      className={classNames(styles.post, isAlone && styles.alone)}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <header className={styles.header}>
        <Avatar uid={post.authorId} name={authorName} photoURL={authorAvatar} />
        <div className={styles.byline}>
          <p className={styles.author}>
            <Link to={personPath(authorId)}>{authorName}</Link>
          </p>
          {isAlone ? (
            time
          ) : (
            <Link to={postPath(id)} className={styles.timeLink}>
              {time}
            </Link>
          )}
        </div>
        {authorId === reader && (
          <PostMenu
            post={post}
            onDelete={() =>
              changeUnlessUndone(
                { kind: 'delete' },
                <>
                  Deleted <b>{post.title}</b>
                </>,
              )
            }
          />
        )}
        {authorId !== reader && reader !== null && <AuthorMenu post={post} />}
      </header>
      <div ref={text} className={styles.words}>
        <Heading id={titleId} className={styles.title} dir="auto">
          {isAlone ? post.title : <Link to={postPath(id)}>{post.title}</Link>}
        </Heading>
        <PostText post={post} isWhole={isAlone} />
      </div>
      <PostMedia post={post} />
      <div ref={actions} className={styles.actions}>
        <LikePost post={post} onLike={change} />
        <button type="button" className={styles.action} onClick={() => commentForm.current?.focus()}>
          <CommentIcon />
          {formatCount(commentCount, 'comment')}
        </button>
        <span className={styles.share}>
          <SharePost post={post} />
        </span>
      </div>
      <div className={styles.talk} data-empty={commentCount === 0 || undefined}>
        <Comments
          post={post}
          confirmed={confirmed.comments}
          onChange={change}
          onDelete={(commentId) => changeUnlessUndone({ kind: 'deleteComment', commentId }, 'Deleted your comment')}
          CommentActions={ownScreen?.CommentActions}
          onReply={setReplyingTo}
        />
        <CommentForm
          ref={commentForm}
          post={post}
          onSend={change}
          isAtFoot={isAlone}
          replyingTo={replyingTo}
          onReplied={() => setReplyingTo(undefined)}
          attached={ownScreen?.attached}
        />
      </div>
    </Card>
  );
});
