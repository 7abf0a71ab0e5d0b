import type { Photo, PhotoForm } from '../../server/core/contracts/pictures.ts';

/** An uploaded photo in a form, with the author's words about it. */
export type PhotoDraft = Photo;

/** The photos of an unsent comment. */
export interface Attached {
  readonly photos: readonly PhotoDraft[];
  /** Number of photos that are not stored yet. */
  readonly unsent: number;
}

/** Parses the photos of a stored draft. Invalid ones are left out. */
export const parsePhotos = (stored: unknown): readonly PhotoDraft[] =>
  Array.isArray(stored) ? stored.filter(isPhoto) : [];

function isPhoto(stored: unknown): stored is PhotoDraft {
  if (typeof stored !== 'object' || stored === null) return false;
  const isText = (name: keyof Photo) => typeof Reflect.get(stored, name) === 'string';
  const pictures: unknown = Reflect.get(stored, 'pictures');
  return isText('id') && isText('alt') && isText('placeholder') && Array.isArray(pictures) && pictures.every(isPicture);
}

function isPicture(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const typeOf = (name: string) => typeof Reflect.get(stored, name);
  return typeOf('url') === 'string' && typeOf('width') === 'number' && typeOf('height') === 'number';
}

/** As the server takes it. */
export const toPhotoForm = ({ id, alt }: Pick<PhotoDraft, 'id' | 'alt'>): PhotoForm => ({ id, alt: alt.trim() });

/** What is wrong while photos are being uploaded. */
export const photosProblem = (sending = 0): string | undefined =>
  sending === 0 ? undefined : 'Not everything has arrived yet. Try again in a moment';
