import LinkOutlined from '@ant-design/icons-svg/es/asn/LinkOutlined';
import type { FeedPost } from '../../../server/core/contracts/community.ts';
import { IconButton } from '../../components/button.tsx';
import { CheckIcon, icon, ShareIcon } from '../../components/icons.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { useShareLink } from '../../components/use-share-link.ts';
import { postPath } from './paths.ts';

const LinkIcon = icon(LinkOutlined);

/** Copies the post's address. Where the device has a share dialog, a second key opens it. */
export function SharePost({ post: { id, title } }: { post: Pick<FeedPost, 'id' | 'title'> }) {
  const url = new URL(postPath(id), location.href).href;
  const failure = 'The link could not be copied. Open the post: its address is in the address bar.';
  const { isCopied, copy, share } = useShareLink({ title, url, failure });
  const canShare = navigator.canShare?.({ url }) === true;
  return (
    <>
      {canShare && <IconButton label="Share post" icon={<ShareIcon size={20} />} onClick={share} />}
      <IconButton
        label={isCopied ? 'Link copied' : 'Copy link'}
        icon={isCopied ? <CheckIcon size={20} /> : <LinkIcon size={20} />}
        onClick={copy}
      />
      <Announcement>{isCopied ? 'Link copied' : ''}</Announcement>
    </>
  );
}
