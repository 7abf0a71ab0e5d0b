import type { Playlist } from '../../../server/contracts/playlists.ts';
import { classNames } from '../../components/class-names.ts';
import { FilledHeartIcon, HeartIcon } from '../../components/icons.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { useLike } from './api.ts';
import styles from './like-playlist.module.css';

/** A toggle; the heart is filled when the reader likes the playlist. */
export function LikePlaylist({ playlist }: { playlist: Playlist }) {
  const { reader, userOrLogin } = useReader();
  const like = useLike(reader, playlist.id);
  const liked = playlist.likedByMe === true;
  const toggle = () => {
    if (!userOrLogin()) return;
    like.mutate({ key: crypto.randomUUID(), liked: !liked, shownCount: playlist.likeCount });
  };
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={`Like ${playlist.name}`}
      className={classNames(styles.like, liked && styles.liked)}
      onClick={toggle}
    >
      {liked ? <FilledHeartIcon size={22} /> : <HeartIcon size={22} />}
    </button>
  );
}
