import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { LikeButton } from '../../components/like-button.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { playlists } from './api.ts';

export function LikePlaylist({ playlist }: { playlist: Playlist }) {
  const { userOrLogin } = useReader();
  const isLiked = playlist.likedByMe === true;
  const toggle = () => {
    const user = userOrLogin('like this playlist');
    if (user) playlists.change([user.uid, playlist.id], { kind: 'like', liked: !isLiked });
  };
  return <LikeButton label={`Like ${playlist.name}`} liked={isLiked} onToggle={toggle} />;
}
