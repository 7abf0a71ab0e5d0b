import type { ImgHTMLAttributes } from 'react';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';

export interface PictureProps extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'onLoad' | 'onError'> {
  recipe: Pick<RecipeCard, 'imageUrl' | 'pictures'>;
  /** The rendered width, as in the `sizes` of an image. */
  sizes: string;
}

/** A recipe's picture in the size needed. Decorative: the title is beside it. Other sites get no referrer. */
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
