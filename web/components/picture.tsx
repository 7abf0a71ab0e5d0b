import type { CSSProperties, ImgHTMLAttributes } from 'react';
import { srcSetOf } from '../../server/core/contracts/picture-sizes.ts';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';
import { cardWidthPx, ownAddress } from '../lib/picture-address.ts';

export interface PictureProps extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'onLoad' | 'onError'> {
  recipe: Pick<RecipeCard, 'imageUrl' | 'pictures' | 'photo'>;
  /** The rendered width, as in the `sizes` of an image. */
  sizes: string;
  /** Loaded and painted at once, not when it is in view; before the others. */
  isFirst?: boolean;
}

/** Shows an uploaded photo's blurred miniature until the photo has loaded. */
export const placeholderStyle = (photo: { readonly placeholder: string } | undefined): CSSProperties | undefined =>
  photo && { background: `center / cover no-repeat url("${photo.placeholder}")` };

/** A recipe's picture in the size needed. Decorative: the title is beside it. */
export const Picture = ({
  recipe: { imageUrl, pictures = [], photo },
  sizes,
  isFirst = false,
  ...image
}: PictureProps) => (
  <img
    src={imageUrl && ownAddress(imageUrl, cardWidthPx)}
    srcSet={srcSetOf(pictures) || undefined}
    sizes={pictures.length > 0 ? sizes : undefined}
    alt=""
    loading={isFirst ? 'eager' : 'lazy'}
    decoding={isFirst ? 'sync' : 'async'}
    fetchPriority={isFirst ? 'auto' : 'low'}
    style={placeholderStyle(photo)}
    {...image}
  />
);
