import type { Post } from '../../../server/contracts/community.ts';
import { classNames } from '../../components/class-names.ts';
import { FilledHeartIcon, HeartIcon } from '../../components/icons.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { useReader } from '../../lib/use-reader.ts';
import styles from './like-button.module.css';
import type { PostRequest } from './pending.ts';

/** A toggle with the count beside it; the heart is filled when the reader likes the post. */
export function LikeButton({ post, onLike }: { post: Post; onLike: (request: PostRequest) => void }) {
  const { userOrLogin } = useReader();
  const liked = post.likedByMe === true;
  const toggle = () => {
    if (!userOrLogin()) return;
    const { id: postId, likeCount: shownCount } = post;
    onLike({ kind: 'like', key: crypto.randomUUID(), postId, liked: !liked, shownCount });
  };
  return (
    <button
      type="button"
      aria-pressed={liked}
      className={classNames(styles.like, liked && styles.liked)}
      onClick={toggle}
    >
      {liked ? <FilledHeartIcon size={22} /> : <HeartIcon size={22} />}
      <ScreenReaderText>Like</ScreenReaderText>
      {post.likeCount}
    </button>
  );
}
