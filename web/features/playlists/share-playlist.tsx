import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { Button } from '../../components/button.tsx';
import { CheckIcon, ShareIcon } from '../../components/icons.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { useShareLink } from '../../components/use-share-link.ts';
import { playlistPath } from './playlist-path.ts';
import styles from './share-playlist.module.css';

/** Shares the playlist's address. */
export function SharePlaylist({ playlist }: { playlist: Playlist }) {
  const { isCopied, share } = useShareLink({
    title: playlist.name,
    url: new URL(playlistPath(playlist), location.href).href,
    failure: 'The link could not be copied. It is in the address bar.',
  });
  return (
    <>
      <Button
        className={styles.share}
        icon={isCopied ? <CheckIcon size={18} /> : <ShareIcon size={18} />}
        onClick={share}
      >
        <span className={styles.words}>{isCopied ? 'Link copied' : 'Share'}</span>
      </Button>
      <Announcement>{isCopied ? 'Link copied' : ''}</Announcement>
    </>
  );
}
