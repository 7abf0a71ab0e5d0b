import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { HiddenNotice } from '../../components/hidden-notice.tsx';
import { BackIcon } from '../../components/icons.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useLinkedComment } from '../../lib/sync/use-linked-comment.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useAttachedPhotos } from '../../photos/use-attached-photos.tsx';
import { followPosts, posts, useOlderComments } from './api.ts';
import { CommentActions } from './comment-actions.tsx';
import { PostSkeleton } from './feed-skeleton.tsx';
import { PostCard } from './post-card.tsx';
import styles from './post-screen.module.css';

/** /community/:postId: one post with its conversation. */
export function PostScreen() {
  const { postId = '' } = useParams();
  return <ShownPost key={postId} postId={postId} />;
}

function ShownPost({ postId }: { postId: string }) {
  const reader = useReader().reader ?? '';
  const list = useQuery(posts.query(reader, 'one', postId));
  const pending = posts.usePending(reader, postId);
  useEffect(followPosts, []);

  // Shows the copy from the feed until the post is fetched.
  const [confirmed] = list.data === undefined ? posts.cached([reader, postId]) : list.data.items;
  const shown = confirmed && !posts.applyPending(confirmed, pending).isDeleted ? confirmed : undefined;
  const attached = useAttachedPhotos(reader || null, postId);
  useDocumentTitle(shown ? shown.title : 'Post');
  const older = useOlderComments(reader, postId, shown?.olderCommentsCursor ?? null);
  useLinkedComment({ confirmed: list.data && shown, isFetching: list.isFetching, older });
  return (
    <div className={styles.screen}>
      <Link to="/community" className={styles.back}>
        <BackIcon size={16} />
        Community
      </Link>
      {shown?.hidden && <HiddenNotice id={postId} hidden={shown.hidden} />}
      {shown && <PostCard confirmed={shown} ownScreen={{ CommentActions, attached }} />}
      {list.isPending && !shown && (
        <>
          <ScreenReaderText>Loading post...</ScreenReaderText>
          <PostSkeleton hasPicture />
        </>
      )}
      {list.data && !shown && <PostNotFound />}
      <LoadFailure query={list} subject="This post" className={styles.alert}>
        Failed to fetch post
      </LoadFailure>
    </div>
  );
}

function PostNotFound() {
  return (
    <>
      <PageTitle title="Post not found" />
      <EmptyState
        title="This plate is empty"
        text="The post was deleted, or its address is wrong."
        action={<LinkButton to="/community">See what others cook</LinkButton>}
      />
    </>
  );
}
