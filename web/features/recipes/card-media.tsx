import { useMemo, useRef, useState } from 'react';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { classNames } from '../../components/class-names.ts';
import { PlayIcon } from '../../components/icons.tsx';
import { LaidPlace } from '../../components/laid-place.tsx';
import { MediaSpinner } from '../../components/media-spinner.tsx';
import { MediaUnavailable } from '../../components/media-unavailable.tsx';
import { Picture } from '../../components/picture.tsx';
import { firstCards } from '../../lib/early-request.ts';
import styles from './card-media.module.css';
import { embedOf } from './embed.ts';
import { cardSizes } from './recipe-columns.ts';
import { useInView } from './use-in-view.ts';
import { type FrameState, VideoFrame } from './video-frame.tsx';

/** Width divided by height, for media of unknown dimensions. */
export const defaultAspectRatios = { image: 4 / 3, youtube: 16 / 9, tiktok: 3 / 4 };

/** The fields of a recipe that its media depend on. */
type Media = Pick<RecipeCard, 'type' | 'title' | 'imageUrl' | 'pictures' | 'photo' | 'youtubeUrl' | 'tiktokUrl'> &
  Partial<Pick<RecipeCard, 'cuisine'>>;

export interface CardMediaProps {
  recipe: Media;
  aspectRatio?: number;
  /** In the first row of a page: the skeleton may have shown the picture. */
  isFirst?: boolean;
}

/** A recipe's picture or video in a box of fixed aspect ratio, so that nothing moves when it loads. */
export function CardMedia({ recipe, aspectRatio = aspectRatioOf(recipe), isFirst = false }: CardMediaProps) {
  return (
    <div className={styles.box} style={{ aspectRatio }}>
      {recipe.type === 'image' ? (
        <PictureOnly recipe={recipe} isFirst={isFirst} />
      ) : (
        <Video recipe={recipe} isFirst={isFirst} />
      )}
    </div>
  );
}

function aspectRatioOf({ type, pictures: [first] = [] }: Media): number {
  return first ? first.width / first.height : defaultAspectRatios[type];
}

type PartProps = Required<Pick<CardMediaProps, 'recipe' | 'isFirst'>>;

/** Whether the skeleton has shown its picture, so that it needs no spinner. */
const isShownEarly = ({ imageUrl }: Media): boolean => firstCards().some((card) => card.imageUrl === imageUrl);

function PictureOnly({ recipe, isFirst }: PartProps) {
  const [state, setState] = useState<FrameState>(() => (isFirst && isShownEarly(recipe) ? 'loaded' : 'loading'));
  if (!recipe.imageUrl) return <LaidPlace {...recipe} />;
  if (state === 'failed') return <MediaUnavailable />;
  return (
    <>
      {state === 'loading' && !recipe.photo && <MediaSpinner />}
      <Picture
        recipe={recipe}
        sizes={cardSizes}
        className={styles.fill}
        isFirst={isFirst}
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
      />
    </>
  );
}

/**
 * Shows the recipe's picture until the player has loaded. The player is loaded only while the card is in view. Meanwhile,
 * a spinner takes the place of the picture, or, if there is one, surrounds the play icon.
 */
function Video({ recipe, isFirst }: PartProps) {
  const container = useRef<HTMLDivElement>(null);
  const isInView = useInView(container);
  const [state, setState] = useState<FrameState>('loading');
  const [pictureState, setPictureState] = useState<FrameState>('loading');
  const { type, youtubeUrl, tiktokUrl } = recipe;
  const embed = useMemo(() => embedOf({ type, youtubeUrl, tiktokUrl }, location.origin), [type, youtubeUrl, tiktokUrl]);
  const hasFailed = embed === undefined || state === 'failed';
  const hasPicture = recipe.imageUrl !== undefined && pictureState !== 'failed';
  const isPictureLoaded = pictureState === 'loaded';
  const isLoaded = isInView && state === 'loaded';
  const isLoading = isInView && !isLoaded && !hasFailed;
  return (
    <div ref={container} className={styles.fill}>
      {hasPicture && (
        <Picture
          recipe={recipe}
          sizes={cardSizes}
          className={styles.fill}
          isFirst={isFirst}
          onLoad={() => setPictureState('loaded')}
          onError={() => setPictureState('failed')}
        />
      )}
      {hasFailed && <MediaUnavailable onPicture={hasPicture} />}
      {isInView && !hasFailed && (
        <VideoFrame
          embed={embed}
          title={recipe.title}
          className={classNames(styles.fill, styles.frame, isLoaded && styles.loaded)}
          onState={setState}
          inert
        />
      )}
      {isLoading && !isPictureLoaded && <MediaSpinner />}
      {!isLoaded && !hasFailed && (
        <span className={styles.play}>
          <PlayIcon className={styles.playIcon} />
          {isLoading && isPictureLoaded && <span role="img" aria-label="Loading" className={styles.ring} />}
        </span>
      )}
    </div>
  );
}
