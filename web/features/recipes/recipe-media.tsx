import { useMemo, useState } from 'react';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { classNames } from '../../components/class-names.ts';
import { MediaSpinner } from '../../components/media-spinner.tsx';
import { MediaUnavailable } from '../../components/media-unavailable.tsx';
import { embedOf } from './embed.ts';
import styles from './recipe-media.module.css';
import { type FrameState, VideoFrame } from './video-frame.tsx';

/** A laid table, for a recipe whose picture is missing. */
const fallback = '/art/table-1400.webp';

/** A video's own picture is there until the player has come, and stays where it does not. */
export function RecipeMedia({ recipe }: { recipe: Recipe }) {
  const { type, youtubeUrl, tiktokUrl, imageUrl } = recipe;
  const embed = useMemo(() => embedOf({ type, youtubeUrl, tiktokUrl }, location.origin), [type, youtubeUrl, tiktokUrl]);
  const [state, setState] = useState<FrameState>('loading');
  const [pictureFailed, setPictureFailed] = useState(false);
  if (type === 'image') return <Picture recipe={recipe} />;
  const failed = embed === undefined || state === 'failed';
  const hasPicture = imageUrl !== undefined && !pictureFailed;
  return (
    <div className={classNames(styles.video, embed && styles[embed.shape])} data-player={embed?.shape}>
      {!failed && (
        <VideoFrame
          embed={embed}
          title={recipe.title}
          className={classNames(styles.frame, state === 'loading' && styles.coming)}
          onState={setState}
        />
      )}
      {hasPicture && (failed || state === 'loading') && (
        <img
          className={styles.image}
          src={imageUrl}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setPictureFailed(true)}
        />
      )}
      {failed ? <MediaUnavailable onPicture={hasPicture} /> : state === 'loading' && <MediaSpinner />}
    </div>
  );
}

function Picture({ recipe: { imageUrl, title } }: { recipe: Recipe }) {
  const [state, setState] = useState<FrameState>('loading');
  const [fallbackFailed, setFallbackFailed] = useState(false);
  const own = imageUrl !== undefined && state !== 'failed';
  return (
    <div className={styles.picture}>
      {state === 'loading' && own && <MediaSpinner />}
      {!own && fallbackFailed ? (
        <MediaUnavailable />
      ) : (
        <img
          key={own ? imageUrl : fallback}
          className={styles.image}
          src={own ? imageUrl : fallback}
          alt={own ? title : ''}
          referrerPolicy="no-referrer"
          fetchPriority="high"
          onLoad={() => own && setState('loaded')}
          onError={() => (own ? setState('failed') : setFallbackFailed(true))}
        />
      )}
    </div>
  );
}
