import { Preview } from '../../components/preview.tsx';
import { useGivenMedia } from '../../lib/use-given-media.ts';
import type { PostDraft } from './post-draft.ts';
import { PostMedia } from './post-media.tsx';

/** The picture or the video that was given, as in the feed; nothing as long as it is none. */
export function MediaPreview({ type, title, ...addresses }: Omit<PostDraft, 'content'>) {
  const media = useGivenMedia(addresses);
  const address = { text: undefined, image: media.imageUrl, youtube: media.youtubeUrl }[type];
  if (address === undefined) return null;
  return (
    <Preview>
      <PostMedia post={{ type, title: title.trim() || 'Untitled', ...media }} />
    </Preview>
  );
}
