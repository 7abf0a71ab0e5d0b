import { Preview } from '../../components/preview.tsx';
import { useMediaPreview } from '../../lib/use-media-preview.ts';
import { CardMedia, defaultAspectRatios } from './card-media.tsx';
import type { RecipeDraft } from './recipe-draft.ts';

/** The picture or video at the address in the form, as on a card. Nothing while there is no valid address. */
export function MediaPreview({ draft }: { draft: RecipeDraft }) {
  const { type } = draft;
  const { picture, video } = useMediaPreview(draft);
  const { hasAddress, address, problem } = type === 'image' ? picture : video;
  if (!hasAddress) return null;
  const recipe = {
    type,
    title: draft.title.trim() || 'Video',
    ...(picture.address && { imageUrl: picture.address }),
    ...(video.address && { youtubeUrl: video.address }),
  };
  return (
    <Preview shape={defaultAspectRatios[type]} problem={problem}>
      {address && <CardMedia key={address} recipe={recipe} />}
    </Preview>
  );
}
