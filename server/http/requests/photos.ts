import type { PhotoForm } from '../../core/contracts/pictures.ts';
import type { UploadedPicture } from '../../core/domain/uploaded-picture.ts';
import { PictureProblem, type Pictures } from '../../pictures/pictures.ts';

/**
 * A photo of a form as it is recorded. It is durable already.
 * @param field of the form
 * @throws PictureProblem, PicturesUnavailable
 */
export async function uploadedPicture(
  { id, alt = '' }: PhotoForm,
  pictures: Pick<Pictures, 'find'>,
  field: string,
): Promise<UploadedPicture> {
  try {
    const { sizes, placeholder } = await pictures.find(id);
    return { id, sizes: [...sizes], placeholder, alt };
  } catch (error) {
    throw error instanceof PictureProblem ? new PictureProblem(error.code, { cause: error, field }) : error;
  }
}
