import type { Post } from '../../../server/core/contracts/community.ts';
import { LikeButton } from '../../components/like-button.tsx';
import { useReader } from '../../lib/use-reader.ts';
import type { PostRequest } from './pending.ts';

export function LikePost({ post, onLike }: { post: Post; onLike: (request: PostRequest) => void }) {
  const { userOrLogin } = useReader();
  const { id: postId, likeCount: shownCount } = post;
  const liked = post.likedByMe === true;
  const toggle = () => {
    if (userOrLogin()) onLike({ kind: 'like', key: crypto.randomUUID(), postId, liked: !liked, shownCount });
  };
  return <LikeButton label="Like" liked={liked} count={shownCount} onToggle={toggle} />;
}
