import { useState } from 'react';
import { classNames } from './class-names.ts';
import { PlaylistIcon } from './icons.tsx';
import { Picture, type PictureProps } from './picture.tsx';
import styles from './recipe-picture.module.css';

/** A small one in its place. A recipe without a picture, or whose picture is lost, has a sign. */
export function RecipePicture({ recipe, sizes, className }: Omit<PictureProps, 'onLoad' | 'onError'>) {
  const { imageUrl } = recipe;
  const [broken, setBroken] = useState<string>();
  return (
    <span className={classNames(styles.place, className)}>
      {imageUrl === undefined || imageUrl === broken ? (
        <PlaylistIcon size={24} />
      ) : (
        <Picture recipe={recipe} sizes={sizes} onError={() => setBroken(imageUrl)} />
      )}
    </span>
  );
}
