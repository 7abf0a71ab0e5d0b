import { embedLink, youtubeIdOf } from '../../server/core/contracts/youtube-address.ts';
import { useDebounced } from './use-debounced.ts';

/** An address is loaded after this pause in typing, as an incomplete one leads elsewhere. */
const pauseMs = 400;

/** The media at an address in a form. */
export interface GivenMedia {
  /** Whether there is an address. Its space is reserved at once. */
  given: boolean;
  /** The address to show, after a pause in typing. */
  address: string | undefined;
}

/** The picture and the video at the addresses in a form. */
export function useGivenMedia(given: { imageUrl: string; youtubeUrl: string }) {
  const picture = useGiven(pictureAddress(given.imageUrl));
  const video = useGiven(embedAddress(given.youtubeUrl));
  return { picture, video };
}

function useGiven(written: string | undefined): GivenMedia {
  const settled = useDebounced(written, pauseMs);
  return { given: written !== undefined, address: written === settled ? settled : undefined };
}

/** Accepts the addresses that the server accepts. */
function pictureAddress(text: string): string | undefined {
  const address = text.trim();
  return /^https?:[/][/]/i.test(address) && URL.canParse(address) ? address : undefined;
}

function embedAddress(text: string): string | undefined {
  const id = youtubeIdOf(text);
  return id && embedLink(id);
}
