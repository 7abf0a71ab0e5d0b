import { useState } from 'react';
import type { Post } from '../../../server/contracts/community.ts';
import { WarningIcon } from '../../components/icons.tsx';
import styles from './post-media.module.css';
import { frameAddress, posterAddress, videoId } from './youtube.ts';

/** The post's picture or video, edge to edge in a box of fixed shape, so that nothing moves when it comes. */
export function PostMedia({ post }: { post: Post }) {
  switch (post.type) {
    case 'text':
      return null;
    case 'image':
      return <Picture key={post.imageUrl} address={post.imageUrl} title={post.title} />;
    case 'youtube':
      return <Video key={post.youtubeUrl} id={videoId(post.youtubeUrl)} title={post.title} />;
  }
}

function Picture({ address, title }: { address: string | undefined; title: string }) {
  const [failed, setFailed] = useState(false);
  if (!address || failed) return <Unavailable />;
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

/** YouTube is asked for the poster only, until somebody wants to watch. */
function Video({ id, title }: { id: string | undefined; title: string }) {
  const [watching, setWatching] = useState(false);
  const [posterFailed, setPosterFailed] = useState(false);
  if (!id) return <Unavailable />;
  if (watching) {
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
    <button type="button" className={styles.box} aria-label={`Play video: ${title}`} onClick={() => setWatching(true)}>
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
        <svg viewBox="0 0 24 24" width="28" height="28" fill="currentColor" aria-hidden="true">
          <path d="M8 5.6c0-.9 1-1.4 1.7-.9l9.2 6.4c.6.4.6 1.4 0 1.8l-9.2 6.4c-.7.5-1.7 0-1.7-.9z" />
        </svg>
      </span>
    </button>
  );
}

function Unavailable() {
  return (
    <div className={styles.unavailable}>
      <WarningIcon size={28} />
      <p>Media unavailable</p>
    </div>
  );
}
