import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { LikeButton } from '../../components/like-button.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { usePlaylistChange } from './api.ts';

export function LikePlaylist({ playlist }: { playlist: Playlist }) {
  const { reader, userOrLogin } = useReader();
  const change = usePlaylistChange(reader ?? '', playlist.id);
  const isLiked = playlist.likedByMe === true;
  const toggle = () => {
    if (userOrLogin()) change.mutate({ kind: 'like', liked: !isLiked });
  };
  return <LikeButton label={`Like ${playlist.name}`} liked={isLiked} onToggle={toggle} />;
}
