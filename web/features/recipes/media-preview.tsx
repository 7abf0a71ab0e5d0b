import { youtubeIdOf } from '../../../server/contracts/youtube-address.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { embedLink } from '../../lib/youtube.ts';
import { CardMedia } from './card-media.tsx';
import styles from './media-preview.module.css';
import type { RecipeDraft } from './recipe-draft.ts';

/** An address is loaded when it was left alone for this time (ms): half of one leads elsewhere. */
const pause = 400;

/** The picture or the video that was given, as a card will show it; nothing as long as it is none. */
export function MediaPreview({ draft }: { draft: RecipeDraft }) {
  const { type } = draft;
  const imageUrl = useSettled(pictureAddress(draft.imageUrl), pause);
  const video = useSettled(youtubeIdOf(draft.youtubeUrl), pause);
  const shown = type === 'image' ? imageUrl : video;
  if (shown === undefined) return null;
  const media = {
    type,
    title: draft.title.trim() || 'Video',
    ...(imageUrl !== undefined && { imageUrl }),
    ...(video !== undefined && { youtubeUrl: embedLink(video) }),
  };
  return (
    <figure aria-label="Preview" className={styles.preview}>
      <CardMedia key={shown} recipe={media} />
    </figure>
  );
}

/** As the server takes it. */
function pictureAddress(text: string): string | undefined {
  const given = text.trim();
  return /^https?:[/][/]/i.test(given) && URL.canParse(given) ? given : undefined;
}
