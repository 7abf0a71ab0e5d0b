import { line } from './text.ts';

/** An uploaded picture as events record it: its renditions, so that nothing else is needed to show it. */
export type UploadedPicture = {
  /** Hash of the renditions. */
  readonly id: string;
  /** Of its renditions in px, narrowest first. */
  readonly sizes: { readonly width: number; readonly height: number }[];
  /** A blurred miniature, as a data URL of about 250 characters. */
  readonly placeholder: string;
  /** What it shows, in the author's words, for those who do not see it; may be empty. */
  readonly alt: string;
  /** The address from which the server fetched it; omitted if the author uploaded it. */
  readonly source?: string;
};

/** The sources of pictures that were recorded before: a form names a picture by its id alone. */
export function withKnownSource<Picture extends UploadedPicture>(
  picture: Picture,
  before: readonly UploadedPicture[],
): Picture {
  const source = picture.source ?? before.find(({ id }) => id === picture.id)?.source;
  return source === undefined ? picture : { ...picture, source };
}

export const withTidyAlt = <Picture extends UploadedPicture>(picture: Picture): Picture => ({
  ...picture,
  alt: line(picture.alt),
});
