import { useState } from 'react';
import { ownAddress } from '../lib/picture-address.ts';
import styles from './avatar.module.css';
import { avatarTone, initial } from './avatar-tone.ts';
import { classNames } from './class-names.ts';
import { PersonIcon } from './icons.tsx';

export interface AvatarProps {
  /** Determines the colours. Empty for a visitor. */
  uid: string;
  name: string;
  photoURL?: string | null | undefined;
  /** Diameter in px: 44 beside a post, 36 in the top bar, 30 beside a comment, 24 in a row. */
  size?: number;
  className?: string | undefined;
}

/** A user's photo, or the initial of their name. Decorative: the name is beside it. */
export function Avatar({ uid, name, photoURL, size = 44, className }: AvatarProps) {
  const [brokenURL, setBrokenURL] = useState<string>();
  const box = { width: size, height: size };
  if (photoURL && photoURL !== brokenURL) {
    return (
      <img
        {...box}
        className={classNames(styles.avatar, className)}
        src={ownAddress(photoURL, 2 * size)}
        alt=""
        onError={() => setBrokenURL(photoURL)}
      />
    );
  }
  const { color, fill } = avatarTone(uid);
  const letter = initial(name);
  return (
    <span
      className={classNames(styles.avatar, className)}
      style={{ ...box, color, background: fill, fontSize: Math.round(size * 0.46) }}
      aria-hidden="true"
    >
      {letter || <PersonIcon size={Math.round(size * 0.55)} />}
    </span>
  );
}
