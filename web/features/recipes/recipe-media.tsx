import { useMemo, useState } from 'react';
import { recipePictureSet } from '../../../server/core/contracts/picture-sizes.ts';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { classNames } from '../../components/class-names.ts';
import { MediaSpinner } from '../../components/media-spinner.tsx';
import { MediaUnavailable } from '../../components/media-unavailable.tsx';
import { placeholderStyle } from '../../components/picture.tsx';
import { ownAddress } from '../../lib/picture-address.ts';
import { servedPicture } from '../../lib/served-picture.ts';
import { embedOf } from './embed.ts';
import styles from './recipe-media.module.css';
import { type FrameState, VideoFrame } from './video-frame.tsx';

/** A picture of a laid table, for recipes without a picture. */
const fallback = '/art/table-1400.webp';

/** Shows a video's picture until the player has loaded, and keeps it if the player fails. */
export function RecipeMedia({ recipe }: { recipe: Recipe }) {
  const { type, youtubeUrl, tiktokUrl, imageUrl } = recipe;
  const embed = useMemo(() => embedOf({ type, youtubeUrl, tiktokUrl }, location.origin), [type, youtubeUrl, tiktokUrl]);
  const [state, setState] = useState<FrameState>('loading');
  const [pictureFailed, setPictureFailed] = useState(false);
  if (type === 'image') return <Picture recipe={recipe} />;
  const hasFailed = embed === undefined || state === 'failed';
  const hasPicture = imageUrl !== undefined && !pictureFailed;
  return (
    <div className={classNames(styles.video, embed && styles[embed.shape])} data-player={embed?.shape}>
      {!hasFailed && (
        <VideoFrame
          embed={embed}
          title={recipe.title}
          className={classNames(styles.frame, state === 'loading' && styles.loading)}
          onState={setState}
        />
      )}
      {hasPicture && (hasFailed || state === 'loading') && (
        <img
          className={styles.image}
          src={ownAddress(imageUrl, 1080)}
          {...recipePictureSet(recipe)}
          alt=""
          onError={() => setPictureFailed(true)}
        />
      )}
      {hasFailed ? <MediaUnavailable onPicture={hasPicture} /> : state === 'loading' && <MediaSpinner />}
    </div>
  );
}

function Picture({ recipe }: { recipe: Recipe }) {
  const { imageUrl, title, photo } = recipe;
  // The skeleton has shown it, so it needs no spinner.
  const [state, setState] = useState<FrameState>(() => (servedPicture() ? 'loaded' : 'loading'));
  const [fallbackFailed, setFallbackFailed] = useState(false);
  const hasOwnPicture = imageUrl !== undefined && state !== 'failed';
  return (
    <div className={styles.picture}>
      {state === 'loading' && hasOwnPicture && !photo && <MediaSpinner />}
      {!hasOwnPicture && fallbackFailed ? (
        <MediaUnavailable />
      ) : (
        <img
          key={hasOwnPicture ? imageUrl : fallback}
          className={styles.image}
          src={hasOwnPicture ? ownAddress(imageUrl, 1600) : fallback}
          style={hasOwnPicture ? placeholderStyle(photo) : undefined}
          {...(hasOwnPicture && recipePictureSet(recipe))}
          alt={hasOwnPicture ? photo?.alt || title : ''}
          fetchPriority="high"
          onLoad={() => hasOwnPicture && setState('loaded')}
          onError={() => (hasOwnPicture ? setState('failed') : setFallbackFailed(true))}
        />
      )}
    </div>
  );
}
