import { Preview } from '../../components/preview.tsx';
import { useGivenMedia } from '../../lib/use-given-media.ts';
import { CardMedia, shapes } from './card-media.tsx';
import type { RecipeDraft } from './recipe-draft.ts';

/** The picture or the video that was given, as on a card; nothing as long as it is none. */
export function MediaPreview({ draft }: { draft: RecipeDraft }) {
  const { type } = draft;
  const { picture, video } = useGivenMedia(draft);
  const { given, address } = type === 'image' ? picture : video;
  if (!given) return null;
  const recipe = {
    type,
    title: draft.title.trim() || 'Video',
    ...(picture.address && { imageUrl: picture.address }),
    ...(video.address && { youtubeUrl: video.address }),
  };
  return <Preview shape={shapes[type]}>{address && <CardMedia key={address} recipe={recipe} />}</Preview>;
}
