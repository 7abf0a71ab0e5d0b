import type { Picture } from '../../../avatars/avatars.ts';
import { cleanPicture, maxSidePx } from '../../../avatars/picture.ts';
import { profileLimits } from '../../../core/contracts/limits.ts';
import type { ProfileForm } from '../../../core/contracts/profile.ts';
import { webAddress } from '../../requests/web-address.ts';
import { invalid } from '../../responses/errors.ts';

/** The avatar that a form asks for: null for none, a web address, an uploaded picture, or undefined for no change. */
export type AvatarChange = string | null | undefined | Picture;

const dataUrl = /^data:image\/\w+;base64,([A-Za-z0-9+/]+={0,2})$/;

/** @param current the profile's avatar; a form that repeats it asks for no change @throws HttpError */
export function parseAvatar({ avatar }: ProfileForm, current: string | null): AvatarChange {
  if (typeof avatar !== 'string') return avatar;
  if (avatar === current) return undefined;
  const [, base64] = dataUrl.exec(avatar) ?? [];
  const wanted = base64 === undefined ? addressOf(avatar) : pictureOf(base64);
  if (wanted === undefined) {
    throw invalid(
      `The avatar must be a JPEG or WebP of at most ${maxSidePx} × ${maxSidePx} pixels and ${profileLimits.picture / 1000} kB, or the address of a picture`,
      'avatar',
    );
  }
  return wanted;
}

const addressOf = (text: string): string | undefined =>
  text.length <= profileLimits.avatar ? webAddress(text) : undefined;

function pictureOf(base64: string): Picture | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length <= profileLimits.picture ? cleanPicture(bytes) : undefined;
}
