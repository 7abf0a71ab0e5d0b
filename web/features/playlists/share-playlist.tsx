import { useEffect, useState } from 'react';
import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { Button } from '../../components/button.tsx';
import { CheckIcon, ShareIcon } from '../../components/icons.tsx';
import { useNotice } from '../../components/notice.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { playlistPath } from './playlist-path.ts';
import styles from './share-playlist.module.css';

/** How long (ms) it says that the link was copied. */
const saidFor = 4_000;

/** Hands a playlist's address on by what the device shares with, or else by the clipboard. */
export function SharePlaylist({ playlist }: { playlist: Playlist }) {
  const notify = useNotice();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), saidFor) : undefined;
    return () => clearTimeout(timer);
  }, [copied]);
  const share = async () => {
    const url = new URL(playlistPath(playlist), location.href).href;
    try {
      if (navigator.canShare?.({ url })) await navigator.share({ title: playlist.name, url });
      else {
        await navigator.clipboard.writeText(url);
        setCopied(true);
      }
    } catch (error) {
      const closed = error instanceof DOMException && error.name === 'AbortError';
      if (!closed) notify.error('The link could not be copied. It is in the address bar.');
    }
  };
  return (
    <>
      <Button
        className={styles.share}
        icon={copied ? <CheckIcon size={18} /> : <ShareIcon size={18} />}
        onClick={share}
      >
        <span className={styles.words}>{copied ? 'Link copied' : 'Share'}</span>
      </Button>
      <Announcement>{copied ? 'Link copied' : ''}</Announcement>
    </>
  );
}
