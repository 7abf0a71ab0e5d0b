import { useMemo, useRef, useState } from 'react';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { classNames } from '../../components/class-names.ts';
import { PlayIcon, PlaylistIcon } from '../../components/icons.tsx';
import { MediaSpinner } from '../../components/media-spinner.tsx';
import { MediaUnavailable } from '../../components/media-unavailable.tsx';
import { Picture } from '../../components/picture.tsx';
import styles from './card-media.module.css';
import { embedOf } from './embed.ts';
import { useInView } from './use-in-view.ts';
import { type FrameState, VideoFrame } from './video-frame.tsx';

/** As wide as a card is at most, by the number of columns. */
const sizes = '(min-width: 1161px) 312px, (min-width: 821px) 33vw, 50vw';
/** Width by height, where the picture's own is not known. */
export const shapes = { image: 4 / 3, youtube: 16 / 9, tiktok: 3 / 4 };

/** What there is to see of a recipe. */
type Media = Pick<RecipeCard, 'type' | 'title' | 'imageUrl' | 'pictures' | 'youtubeUrl' | 'tiktokUrl'>;

/** A recipe's picture or video in a box of fixed shape, so that nothing moves when it comes. */
export function CardMedia({ recipe }: { recipe: Media }) {
  const [first] = recipe.pictures ?? [];
  const shape = first ? first.width / first.height : shapes[recipe.type];
  return (
    <div className={styles.box} style={{ aspectRatio: shape }}>
      {recipe.type === 'image' ? <PictureOnly recipe={recipe} /> : <Video recipe={recipe} />}
    </div>
  );
}

function PictureOnly({ recipe }: { recipe: Media }) {
  const [state, setState] = useState<FrameState>('loading');
  if (!recipe.imageUrl) return <NoPicture />;
  if (state === 'failed') return <MediaUnavailable />;
  return (
    <>
      {state === 'loading' && <MediaSpinner />}
      <Picture
        recipe={recipe}
        sizes={sizes}
        className={styles.fill}
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
      />
    </>
  );
}

/** Nothing is missing where none was given. */
const NoPicture = () => (
  <span className={styles.none}>
    <PlaylistIcon size={36} />
  </span>
);

/** The recipe's own picture until the player has come, which is asked for while the card is on the screen. */
function Video({ recipe }: { recipe: Media }) {
  const place = useRef<HTMLDivElement>(null);
  const inView = useInView(place);
  const [state, setState] = useState<FrameState>('loading');
  const [pictureFailed, setPictureFailed] = useState(false);
  const { type, youtubeUrl, tiktokUrl } = recipe;
  const embed = useMemo(() => embedOf({ type, youtubeUrl, tiktokUrl }, location.origin), [type, youtubeUrl, tiktokUrl]);
  const failed = embed === undefined || state === 'failed';
  const hasPicture = recipe.imageUrl !== undefined && !pictureFailed;
  const loaded = inView && state === 'loaded';
  return (
    <div ref={place} className={styles.fill}>
      {hasPicture && (
        <Picture recipe={recipe} sizes={sizes} className={styles.fill} onError={() => setPictureFailed(true)} />
      )}
      {failed && <MediaUnavailable onPicture={hasPicture} />}
      {inView && !failed && (
        <VideoFrame
          embed={embed}
          title={recipe.title}
          className={classNames(styles.fill, styles.frame, loaded && styles.loaded)}
          onState={setState}
          inert
        />
      )}
      {inView && !loaded && !failed && <MediaSpinner />}
      {!loaded && !failed && (
        <span className={styles.play}>
          <PlayIcon size={20} />
        </span>
      )}
    </div>
  );
}
