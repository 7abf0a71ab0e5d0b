import { useState } from 'react';
import { classNames } from './class-names.ts';
import { type Laid, LaidPlace } from './laid-place.tsx';
import { Picture, type PictureProps } from './picture.tsx';
import styles from './recipe-picture.module.css';

export interface RecipePictureProps extends Omit<PictureProps, 'onLoad' | 'onError'> {
  recipe: PictureProps['recipe'] & Laid;
}

/** A thumbnail. Shows an empty plate when the recipe has no picture or the picture cannot be loaded. */
export function RecipePicture({ recipe, sizes, className }: RecipePictureProps) {
  const { imageUrl } = recipe;
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <span className={classNames(styles.place, className)}>
      {imageUrl === undefined || imageUrl === brokenUrl ? (
        <LaidPlace {...recipe} />
      ) : (
        <Picture recipe={recipe} sizes={sizes} onError={() => setBrokenUrl(imageUrl)} />
      )}
    </span>
  );
}
