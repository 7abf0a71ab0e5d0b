import type { Post } from '../../../server/core/contracts/community.ts';
import { LikeButton } from '../../components/like-button.tsx';
import { useReader } from '../../lib/use-reader.ts';
import type { PostChange } from './post-changes.ts';

export function LikePost({ post, onLike }: { post: Post; onLike: (change: PostChange) => void }) {
  const { userOrLogin } = useReader();
  const isLiked = post.likedByMe === true;
  const toggle = () => {
    if (userOrLogin('like this post')) onLike({ kind: 'like', liked: !isLiked });
  };
  return <LikeButton label="Like" liked={isLiked} count={post.likeCount} onToggle={toggle} />;
}
