import { Preview } from '../../components/preview.tsx';
import { useGivenMedia } from '../../lib/use-given-media.ts';
import type { PostDraft } from './post-draft.ts';
import { PostMedia } from './post-media.tsx';

/** The picture or the video that was given, as in the feed; nothing as long as it is none. */
export function MediaPreview({ type, title, ...addresses }: Omit<PostDraft, 'content'>) {
  const { picture, video } = useGivenMedia(addresses);
  const media = { text: undefined, image: picture, youtube: video }[type];
  if (!media?.given) return null;
  const post = {
    type,
    title: title.trim() || 'Untitled',
    ...(picture.address && { imageUrl: picture.address }),
    ...(video.address && { youtubeUrl: video.address }),
  };
  return <Preview shape={16 / 9}>{media.address && <PostMedia post={post} />}</Preview>;
}
