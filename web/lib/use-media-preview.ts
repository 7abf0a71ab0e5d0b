import { isOwnPath } from '../../server/core/contracts/picture-address.ts';
import { embedLink, youtubeIdOf } from '../../server/core/contracts/youtube-address.ts';
import { useDebounced } from './use-debounced.ts';
import { useOwnPicture } from './use-own-picture.ts';

/** An address is loaded after this pause in typing, as an incomplete one may be the address of something else. */
const pauseMs = 400;

/** The preview of the media at an address in a form. */
export interface PreviewedMedia {
  /** Whether there is an address. Its space is reserved at once. */
  hasAddress: boolean;
  /** The address to show, after a pause in typing. */
  address: string | undefined;
  /** Why there is nothing to show. */
  problem?: string | undefined;
}

/** The picture and the video at the addresses in a form. */
export function useMediaPreview(form: { imageUrl: string; youtubeUrl: string }) {
  const named = useDebouncedAddress(pictureAddress(form.imageUrl));
  const picture: PreviewedMedia = { ...named, ...useOwnPicture(named.address) };
  const video: PreviewedMedia = useDebouncedAddress(embedAddress(form.youtubeUrl));
  return { picture, video };
}

function useDebouncedAddress(current: string | undefined): PreviewedMedia {
  const debounced = useDebounced(current, pauseMs);
  return { hasAddress: current !== undefined, address: current === debounced ? debounced : undefined };
}

/** Accepts the addresses that the server accepts. */
function pictureAddress(text: string): string | undefined {
  const address = text.trim();
  const isOnWeb = /^https?:[/][/]/i.test(address) && URL.canParse(address);
  return isOnWeb || isOwnPath(address) ? address : undefined;
}

function embedAddress(text: string): string | undefined {
  const id = youtubeIdOf(text);
  return id && embedLink(id);
}
