import { posterAddress } from '../../../server/core/contracts/youtube-address.ts';
import { Preview } from '../../components/preview.tsx';
import { useMediaPreview } from '../../lib/use-media-preview.ts';
import { useOwnPicture } from '../../lib/use-own-picture.ts';
import { videoId } from '../../lib/youtube.ts';
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
  const poster = useOwnPicture(posterOf(type === 'youtube' ? video.address : undefined));
  if (!media?.hasAddress) return null;
  const post = {
    type,
    title: title.trim() || 'Untitled',
    ...(picture.address && { imageUrl: picture.address }),
    ...(video.address && { youtubeUrl: video.address }),
  };
  return (
    <Preview shape={16 / 9} problem={media.problem}>
      {media.address && <PostMedia post={post} poster={poster.address} />}
    </Preview>
  );
}

function posterOf(link: string | undefined): string | undefined {
  const id = videoId(link);
  return id && posterAddress(id);
}
