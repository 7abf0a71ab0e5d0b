import { useId } from 'react';
import type { Comment } from '../../../server/core/contracts/community.ts';
import { PhotoStrip } from '../../photos/photo-strip.tsx';
import styles from './community-photos.module.css';

/** Of fewer people, their comments show as much. */
const minAuthors = 2;
const maxPhotos = 12;

/** The newest photos of those who made the recipe, in a row that scrolls. */
export function CommunityPhotos({ comments }: { comments: readonly Comment[] }) {
  const titleId = useId();
  const withPhotos = comments.filter(({ photos }) => photos).toReversed();
  if (new Set(withPhotos.map(({ authorId }) => authorId)).size < minAuthors) return null;
  const byId = new Map(
    withPhotos.flatMap(({ authorName, photos = [] }) =>
      photos.map((photo) => [photo.id, { ...photo, alt: photo.alt || `By ${authorName}` }] as const),
    ),
  );
  return (
    <section className={styles.photos} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        Made by the community
      </h3>
      <PhotoStrip photos={[...byId.values()].slice(0, maxPhotos)} title="Made by the community" />
    </section>
  );
}
