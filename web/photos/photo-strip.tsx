import { srcSetOf } from '../../server/core/contracts/picture-sizes.ts';
import type { Photo } from '../../server/core/contracts/pictures.ts';
import { placeholderStyle } from '../components/picture.tsx';
import styles from './photo-strip.module.css';
import { openLabel, usePhotoViewer } from './use-photo-viewer.tsx';

/** Square photos in a row, as under a comment. Each opens the viewer. @param title whose they are */
export function PhotoStrip({ photos, title }: { photos: readonly Photo[]; title: string }) {
  const { openAt, viewer } = usePhotoViewer(photos, title);
  return (
    <div className={styles.strip}>
      {photos.map((photo, at) => (
        <button
          key={photo.id}
          type="button"
          className={styles.photo}
          style={placeholderStyle(photo)}
          aria-label={openLabel(photos, at)}
          onClick={() => openAt(at)}
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
      {viewer}
    </div>
  );
}
