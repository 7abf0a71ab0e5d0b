import { Preview } from '../../components/preview.tsx';
import { useGivenMedia } from '../../lib/use-given-media.ts';
import { CardMedia } from './card-media.tsx';
import type { RecipeDraft } from './recipe-draft.ts';

/** The picture or the video that was given, as on a card; nothing as long as it is none. */
export function MediaPreview({ draft }: { draft: RecipeDraft }) {
  const { type } = draft;
  const media = useGivenMedia(draft);
  const address = type === 'image' ? media.imageUrl : media.youtubeUrl;
  if (address === undefined) return null;
  return (
    <Preview>
      <CardMedia key={address} recipe={{ type, title: draft.title.trim() || 'Video', ...media }} />
    </Preview>
  );
}
