import { pictureAddress } from '../../server/core/contracts/picture-address.ts';
import type { Photo, Picture } from '../../server/core/contracts/pictures.ts';
import type { UploadedPicture } from '../../server/core/domain/uploaded-picture.ts';

type Renditions = {
  readonly id: string;
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
};

/** The addresses of an uploaded picture, narrowest first. */
export const renditionsOf = ({ id, sizes }: Renditions): Picture[] =>
  sizes.map(({ width, height }) => ({ url: pictureAddress(id, width), width, height }));

/** An uploaded picture as readers see it. */
const toPhoto = (picture: UploadedPicture): Photo => ({
  id: picture.id,
  alt: picture.alt,
  placeholder: picture.placeholder,
  ...(picture.source !== undefined && { source: picture.source }),
  pictures: renditionsOf(picture),
});

/** The photos of an event, in an optional property of the document. */
export const photoFields = (photos: readonly UploadedPicture[] = []): { photos?: Photo[] } =>
  photos.length === 0 ? {} : { photos: photos.map(toPhoto) };
