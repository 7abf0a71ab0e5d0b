import { useEffect, useState } from 'react';
import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { Button } from '../../components/button.tsx';
import { CheckIcon, ShareIcon } from '../../components/icons.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { notify } from '../../lib/notices.ts';
import { playlistPath } from './playlist-path.ts';
import styles from './share-playlist.module.css';

const confirmationMs = 4_000;

/** Shares the playlist's address with the device's share dialog, or else copies it to the clipboard. */
export function SharePlaylist({ playlist }: { playlist: Playlist }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setIsCopied(false), confirmationMs) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const share = async () => {
    const url = new URL(playlistPath(playlist), location.href).href;
    try {
      if (navigator.canShare?.({ url })) await navigator.share({ title: playlist.name, url });
      else {
        await navigator.clipboard.writeText(url);
        setIsCopied(true);
      }
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled) notify.error('The link could not be copied. It is in the address bar.');
    }
  };
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
