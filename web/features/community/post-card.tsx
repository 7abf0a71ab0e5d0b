import { memo, useId, useRef, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Card } from '../../components/card.tsx';
import { CommentIcon } from '../../components/icons.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useTint } from '../../lib/use-tint.ts';
import { changedByOthers, partKey, posts } from './api.ts';
import { CommentForm } from './comment-form.tsx';
import { Comments } from './comments.tsx';
import { formatPostDate } from './dates.ts';
import type { CachedPost } from './fold-post.ts';
import { LikePost } from './like-post.tsx';
import styles from './post-card.module.css';
import type { PostChange } from './post-changes.ts';
import { PostMedia } from './post-media.tsx';
import { PostMenu } from './post-menu.tsx';
import { PostText } from './post-text.tsx';

/** A post of the feed: text, media, likes and comments. */
export const PostCard = memo(function PostCard({ confirmed }: { confirmed: CachedPost }) {
  const { id, authorId, authorName, authorAvatar, createdAt } = confirmed;
  const { reader } = useReader();
  const uid = reader ?? '';
  const change = (made: PostChange) => posts.change([uid, id], made);
  const post = posts.applyPending(confirmed, posts.usePending(uid, id));
  const titleId = useId();
  const commentForm = useRef<{ focus: () => void }>(null);
  const text = useTint<HTMLDivElement>(changedByOthers.useSelected((changedAt) => changedAt[partKey(id, 'text')]));
  const actions = useTint<HTMLDivElement>(changedByOthers.useSelected((changedAt) => changedAt[partKey(id, 'likes')]));
  const [now] = useState(() => new Date());
  if (post.isDeleted) return null;

  const { commentCount } = post;
  return (
    <Card as="article" className={styles.post} aria-labelledby={titleId} tabIndex={-1}>
      <header className={styles.header}>
        <Avatar uid={post.authorId} name={authorName} photoURL={authorAvatar} />
        <div className={styles.byline}>
          <p className={styles.author}>{authorName}</p>
          <time className={styles.date} dateTime={createdAt}>
            {formatPostDate(createdAt, now)}
          </time>
        </div>
        {authorId === reader && <PostMenu post={post} onDelete={() => change({ kind: 'delete' })} />}
      </header>
      <div ref={text} className={styles.words}>
        <h2 id={titleId} className={styles.title} dir="auto">
          {post.title}
        </h2>
        <PostText post={post} />
      </div>
      <PostMedia post={post} />
      <div ref={actions} className={styles.actions}>
        <LikePost post={post} onLike={change} />
        <button type="button" className={styles.action} onClick={() => commentForm.current?.focus()}>
          <CommentIcon />
          {formatCount(commentCount, 'comment')}
        </button>
      </div>
      <div className={styles.talk}>
        <Comments post={post} confirmed={confirmed.comments} onChange={change} />
        <CommentForm ref={commentForm} post={post} onSend={change} />
      </div>
    </Card>
  );
});
