import { useState } from 'react';
import type { Post } from '../../../server/core/contracts/community.ts';
import { posterAddress } from '../../../server/core/contracts/youtube-address.ts';
import { PlayIcon } from '../../components/icons.tsx';
import { MediaUnavailable } from '../../components/media-unavailable.tsx';
import { ownAddress } from '../../lib/picture-address.ts';
import { frameAddress, videoId } from '../../lib/youtube.ts';
import { PhotoMosaic } from '../../photos/photo-mosaic.tsx';
import { feedWidthPx } from '../../photos/photo-sizes.ts';
import styles from './post-media.module.css';

export interface PostMediaProps {
  post: Pick<Post, 'type' | 'title' | 'imageUrl' | 'photos' | 'youtubeUrl'>;
  /** The address of a video's picture, in place of the one that the server keeps for published posts. */
  poster?: string | undefined;
}

/** The post's picture or video, if any, in a box of fixed aspect ratio, so that nothing moves when it loads. */
export function PostMedia({ post, poster }: PostMediaProps) {
  const { type, title, imageUrl, photos, youtubeUrl } = post;
  if (type === 'image' && photos) return <PhotoMosaic photos={photos} title={title} />;
  if (type === 'image' && imageUrl) return <Picture key={imageUrl} address={imageUrl} title={title} />;
  if (type === 'youtube' && youtubeUrl)
    return <Video key={`${youtubeUrl} ${poster}`} id={videoId(youtubeUrl)} title={title} poster={poster} />;
  return null;
}

function Picture({ address, title }: { address: string; title: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Unavailable />;
  return (
    <div className={styles.box}>
      <img
        className={styles.fill}
        src={ownAddress(address, feedWidthPx)}
        alt={title}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
      />
    </div>
  );
}

/** Loads nothing from YouTube until the user starts the video: the server has its poster. */
function Video({ id, title, poster }: { id: string | undefined; title: string; poster: string | undefined }) {
  const [isPlaying, setIsPlaying] = useState(false);
  const [posterFailed, setPosterFailed] = useState(false);
  if (!id) return <Unavailable />;
  if (isPlaying) {
    return (
      <div className={styles.box}>
        <iframe
          className={styles.fill}
          src={frameAddress(id)}
          title={title}
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    );
  }
  return (
    <button type="button" className={styles.box} aria-label={`Play video: ${title}`} onClick={() => setIsPlaying(true)}>
      {!posterFailed && (
        <img
          className={styles.fill}
          src={poster ?? ownAddress(posterAddress(id), 640)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setPosterFailed(true)}
        />
      )}
      <span className={styles.play}>
        <PlayIcon size={28} />
      </span>
    </button>
  );
}

const Unavailable = () => (
  <div className={styles.box}>
    <MediaUnavailable />
  </div>
);
