import { useState } from 'react';
import { srcSetOf } from '../../server/core/contracts/picture-sizes.ts';
import type { Photo } from '../../server/core/contracts/pictures.ts';
import { classNames } from '../components/class-names.ts';
import { MediaUnavailable } from '../components/media-unavailable.tsx';
import { placeholderStyle } from '../components/picture.tsx';
import { useDialog } from '../components/use-dialog.ts';
import styles from './photo-mosaic.module.css';

const loadViewer = async () => (await import('./photo-viewer.tsx')).PhotoViewer;

/** One large photo above two: more are behind the last one. */
const maxShown = 3;
/** A taller photo is cut off above and below, so that the feed stays one of posts. */
const minRatio = 0.75;
/** Widths of the feed, by the part of it that a photo takes. */
const sizes = { whole: '(min-width: 728px) 680px, 100vw', half: '(min-width: 728px) 340px, 50vw' };

/** The photos of a post, in a box of fixed shape. Each opens the viewer. */
export function PhotoMosaic({ photos, title }: { photos: readonly Photo[]; title: string }) {
  const viewer = useDialog(loadViewer);
  const [first, setFirst] = useState(0);
  const shown = photos.slice(0, maxShown);
  const hidden = photos.length - shown.length;
  const open = (at: number) => {
    setFirst(at);
    viewer.open();
  };
  return (
    <div className={classNames(styles.photos, styles[`of${shown.length}`])}>
      {shown.map((photo, at) => (
        <PhotoTile
          key={photo.id}
          photo={photo}
          label={`Open photo ${photos.length > 1 ? `${at + 1} of ${photos.length}` : ''}`.trim()}
          sizes={shown.length === 1 || (shown.length === 3 && at === 0) ? sizes.whole : sizes.half}
          isAlone={photos.length === 1}
          more={at === maxShown - 1 ? hidden : 0}
          onOpen={() => open(at)}
        />
      ))}
      {viewer.Dialog && <viewer.Dialog photos={photos} first={first} title={title} onClose={viewer.close} />}
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
  const { alt, pictures } = photo;
  const [hasFailed, setHasFailed] = useState(false);
  const widest = pictures.at(-1);
  const ratio = widest && isAlone ? Math.max(minRatio, widest.width / widest.height) : undefined;
  return (
    <button
      type="button"
      className={styles.tile}
      style={{ ...placeholderStyle(photo), ...(ratio && { aspectRatio: ratio }) }}
      aria-label={[label, more > 0 && `, +${more} more`, alt && `: ${alt}`].filter(Boolean).join('')}
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
