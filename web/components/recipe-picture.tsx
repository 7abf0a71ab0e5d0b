import { useState } from 'react';
import { classNames } from './class-names.ts';
import { PlaylistIcon } from './icons.tsx';
import { Picture, type PictureProps } from './picture.tsx';
import styles from './recipe-picture.module.css';

/** A thumbnail. Shows an icon when the recipe has no picture or the picture cannot be loaded. */
export function RecipePicture({ recipe, sizes, className }: Omit<PictureProps, 'onLoad' | 'onError'>) {
  const { imageUrl } = recipe;
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <span className={classNames(styles.place, className)}>
      {imageUrl === undefined || imageUrl === brokenUrl ? (
        <PlaylistIcon size={24} />
      ) : (
        <Picture recipe={recipe} sizes={sizes} onError={() => setBrokenUrl(imageUrl)} />
      )}
    </span>
  );
}
