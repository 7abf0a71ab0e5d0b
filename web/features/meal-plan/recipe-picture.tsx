import { useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './recipe-picture.module.css';

/** A recipe's picture beside its title, which says what it shows; a grey place where there is none, or it fails. */
export function RecipePicture({ url, className }: { url: string | undefined; className?: string | undefined }) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={classNames(styles.picture, className)}>
      {url !== undefined && url !== failed && (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailed(url)} />
      )}
    </span>
  );
}
