import type { ImgHTMLAttributes } from 'react';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';

export interface PictureProps extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'onLoad' | 'onError'> {
  recipe: Pick<RecipeCard, 'imageUrl' | 'pictures'>;
  /** How wide it is drawn, as in the `sizes` of an image. */
  sizes: string;
}

/** Of a recipe, in the size that is needed. Decoration: its title stands beside it. No other site is told where. */
export const Picture = ({ recipe: { imageUrl, pictures = [] }, sizes, ...image }: PictureProps) => (
  <img
    src={imageUrl}
    srcSet={pictures.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
    sizes={pictures.length > 0 ? sizes : undefined}
    alt=""
    loading="lazy"
    decoding="async"
    referrerPolicy="no-referrer"
    {...image}
  />
);
