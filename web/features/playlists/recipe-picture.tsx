import { useState } from 'react';
import type { PlaylistRecipe } from '../../../server/contracts/playlists.ts';
import { PlaylistIcon } from '../../components/icons.tsx';
import styles from './recipe-picture.module.css';

export interface RecipePictureProps {
  recipe: Pick<PlaylistRecipe, 'imageUrl' | 'pictures'>;
  /** How wide it is drawn, as in the `sizes` of an image. */
  sizes: string;
}

/** Fills its place. Decoration: the recipe's title stands beside it, or the playlist's name below. */
export function RecipePicture({ recipe: { imageUrl, pictures = [] }, sizes }: RecipePictureProps) {
  const [broken, setBroken] = useState<string>();
  if (imageUrl === undefined || imageUrl === broken) {
    return (
      <span className={styles.none}>
        <PlaylistIcon size={24} />
      </span>
    );
  }
  return (
    <img
      className={styles.picture}
      src={imageUrl}
      srcSet={pictures.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
      sizes={pictures.length > 0 ? sizes : undefined}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(imageUrl)}
    />
  );
}
