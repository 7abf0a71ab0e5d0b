/** Number of photos that a post shows: more are behind the last one. */
export const maxShownPhotos = 3;

/** Widths of the feed, by the part of it that a photo takes. */
const sizes = { whole: '(min-width: 728px) 680px, 100vw', half: '(min-width: 728px) 340px, 50vw' };

/** The `sizes` of a photo of a post. One large photo is above two. @param count of photos of the post */
export const photoSizes = (count: number, at: number): string =>
  count === 1 || (count >= maxShownPhotos && at === 0) ? sizes.whole : sizes.half;

/** The width that the feed asks for, in px, of a picture that comes from another site. */
export const feedWidthPx = 1080;
