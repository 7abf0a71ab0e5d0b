import { useState } from 'react';
import { srcSetOf } from '../../server/core/contracts/picture-sizes.ts';
import type { Photo } from '../../server/core/contracts/pictures.ts';
import { placeholderStyle } from '../components/picture.tsx';
import { useDialog } from '../components/use-dialog.ts';
import styles from './photo-strip.module.css';

const loadViewer = async () => (await import('./photo-viewer.tsx')).PhotoViewer;

/** Square photos in a row, as under a comment. Each opens the viewer. @param title whose they are */
export function PhotoStrip({ photos, title }: { photos: readonly Photo[]; title: string }) {
  const viewer = useDialog(loadViewer);
  const [first, setFirst] = useState(0);
  return (
    <div className={styles.strip}>
      {photos.map((photo, at) => (
        <button
          key={photo.id}
          type="button"
          className={styles.photo}
          style={placeholderStyle(photo)}
          aria-label={
            `Open photo ${photos.length > 1 ? `${at + 1} of ${photos.length}` : ''}`.trim() +
            (photo.alt && `: ${photo.alt}`)
          }
          onClick={() => {
            setFirst(at);
            viewer.open();
          }}
        >
          <img
            src={photo.pictures[0]?.url}
            srcSet={srcSetOf(photo.pictures)}
            sizes="116px"
            alt=""
            loading="lazy"
            decoding="async"
            // Its blurred miniature stays.
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
        </button>
      ))}
      {viewer.Dialog && <viewer.Dialog photos={photos} first={first} title={title} onClose={viewer.close} />}
    </div>
  );
}
