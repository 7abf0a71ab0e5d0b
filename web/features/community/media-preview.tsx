import { Preview } from '../../components/preview.tsx';
import { useMediaPreview } from '../../lib/use-media-preview.ts';
import type { PostDraft } from './post-draft.ts';
import { PostMedia } from './post-media.tsx';

/** The picture or video at the address in the form, as in the feed. Nothing while there is no valid address. */
export function MediaPreview({
  type,
  title,
  ...addresses
}: Pick<PostDraft, 'type' | 'title' | 'imageUrl' | 'youtubeUrl'>) {
  const { picture, video } = useMediaPreview(addresses);
  const media = { text: undefined, image: picture, youtube: video }[type];
  if (!media?.hasAddress) return null;
  const post = {
    type,
    title: title.trim() || 'Untitled',
    ...(picture.address && { imageUrl: picture.address }),
    ...(video.address && { youtubeUrl: video.address }),
  };
  return <Preview shape={16 / 9}>{media.address && <PostMedia post={post} />}</Preview>;
}
