import { useState } from 'react';
import type { RecipeCard } from '../../server/contracts/recipes.ts';
import { classNames } from './class-names.ts';
import { PlaylistIcon } from './icons.tsx';
import styles from './recipe-picture.module.css';

export interface RecipePictureProps {
  recipe: Pick<RecipeCard, 'imageUrl' | 'pictures'>;
  /** How wide it is drawn, as in the `sizes` of an image. */
  sizes: string;
  className?: string | undefined;
}

/** Decoration: what it shows is said in words beside it. A recipe without a picture, or whose picture is lost, has a sign. */
export function RecipePicture({ recipe: { imageUrl, pictures = [] }, sizes, className }: RecipePictureProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={classNames(styles.place, className)}>
      {imageUrl === undefined || imageUrl === broken ? (
        <PlaylistIcon size={24} />
      ) : (
        <img
          src={imageUrl}
          srcSet={pictures.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
          sizes={pictures.length > 0 ? sizes : undefined}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(imageUrl)}
        />
      )}
    </span>
  );
}
