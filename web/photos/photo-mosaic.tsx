import { useState } from 'react';
import { srcSetOf } from '../../server/core/contracts/picture-sizes.ts';
import type { Photo } from '../../server/core/contracts/pictures.ts';
import { classNames } from '../components/class-names.ts';
import { MediaUnavailable } from '../components/media-unavailable.tsx';
import { placeholderStyle } from '../components/picture.tsx';
import styles from './photo-mosaic.module.css';
import { maxShownPhotos, photoSizes } from './photo-sizes.ts';
import { openLabel, usePhotoViewer } from './use-photo-viewer.tsx';

/** A taller photo is cut off above and below, so that the feed stays one of posts. */
const minRatio = 0.75;

/** The photos of a post, in a box of fixed shape. Each opens the viewer. */
export function PhotoMosaic({ photos, title }: { photos: readonly Photo[]; title: string }) {
  const { openAt, viewer } = usePhotoViewer(photos, title);
  const shown = photos.slice(0, maxShownPhotos);
  const hidden = photos.length - shown.length;
  const moreBehind = (at: number) => (at === maxShownPhotos - 1 ? hidden : 0);
  return (
    <div className={classNames(styles.photos, styles[`of${shown.length}`])}>
      {shown.map((photo, at) => (
        <PhotoTile
          key={photo.id}
          photo={photo}
          label={openLabel(photos, at, moreBehind(at))}
          sizes={photoSizes(photos.length, at)}
          isAlone={photos.length === 1}
          more={moreBehind(at)}
          onOpen={() => openAt(at)}
        />
      ))}
      {viewer}
    </div>
  );
}

interface PhotoTileProps {
  photo: Photo;
  label: string;
  sizes: string;
  /** The only photo keeps its ratio. */
  isAlone: boolean;
  /** Number of photos behind this one. */
  more: number;
  onOpen: () => void;
}

function PhotoTile({ photo, label, sizes, isAlone, more, onOpen }: PhotoTileProps) {
  const { pictures } = photo;
  const [hasFailed, setHasFailed] = useState(false);
  const widest = pictures.at(-1);
  const ratio = widest && isAlone ? Math.max(minRatio, widest.width / widest.height) : undefined;
  return (
    <button
      type="button"
      className={styles.tile}
      style={{ ...placeholderStyle(photo), ...(ratio && { aspectRatio: ratio }) }}
      aria-label={label}
      onClick={onOpen}
    >
      {hasFailed ? (
        <MediaUnavailable />
      ) : (
        <img
          className={styles.fill}
          src={widest?.url}
          srcSet={srcSetOf(pictures)}
          sizes={sizes}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setHasFailed(true)}
        />
      )}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </button>
  );
}
