import { useState } from 'react';
import type { Post } from '../../../server/core/contracts/community.ts';
import { posterAddress } from '../../../server/core/contracts/youtube-address.ts';
import { PlayIcon } from '../../components/icons.tsx';
import { MediaUnavailable } from '../../components/media-unavailable.tsx';
import { frameAddress, videoId } from '../../lib/youtube.ts';
import styles from './post-media.module.css';
import { PostPhotos } from './post-photos.tsx';

/** The post's picture or video, if any, in a box of fixed aspect ratio, so that nothing moves when it loads. */
export function PostMedia({ post }: { post: Pick<Post, 'type' | 'title' | 'imageUrl' | 'photos' | 'youtubeUrl'> }) {
  const { type, title, imageUrl, photos, youtubeUrl } = post;
  if (type === 'image' && photos) return <PostPhotos photos={photos} title={title} />;
  if (type === 'image' && imageUrl) return <Picture key={imageUrl} address={imageUrl} title={title} />;
  if (type === 'youtube' && youtubeUrl) return <Video key={youtubeUrl} id={videoId(youtubeUrl)} title={title} />;
  return null;
}

function Picture({ address, title }: { address: string; title: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Unavailable />;
  return (
    <div className={styles.box}>
      <img
        className={styles.fill}
        src={address}
        alt={title}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
      />
    </div>
  );
}

/** Loads only the poster from YouTube until the user starts the video. */
function Video({ id, title }: { id: string | undefined; title: string }) {
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
          src={posterAddress(id)}
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
