import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { LikeButton } from '../../components/like-button.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { useLike } from './api.ts';

export function LikePlaylist({ playlist }: { playlist: Playlist }) {
  const { reader, userOrLogin } = useReader();
  const like = useLike(reader, playlist.id);
  const liked = playlist.likedByMe === true;
  const toggle = () => {
    if (userOrLogin()) like.mutate({ key: crypto.randomUUID(), liked: !liked, shownCount: playlist.likeCount });
  };
  return <LikeButton label={`Like ${playlist.name}`} liked={liked} onToggle={toggle} />;
}
