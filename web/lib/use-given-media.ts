import { embedLink, youtubeIdOf } from '../../server/core/contracts/youtube-address.ts';
import { useSettled } from './use-settled.ts';

/** An address is loaded when it was left alone for this time (ms): half of one leads elsewhere. */
const pause = 400;

/** What an address in a form leads to. */
export interface GivenMedia {
  /** Something has its place from the first moment. */
  given: boolean;
  /** What is to be shown there, as soon as the address was left alone. */
  address: string | undefined;
}

/** The picture and the video that addresses in a form lead to, as far as they are some. */
export function useGivenMedia(given: { imageUrl: string; youtubeUrl: string }) {
  const picture = useGiven(pictureAddress(given.imageUrl));
  const video = useGiven(embedAddress(given.youtubeUrl));
  return { picture, video };
}

function useGiven(written: string | undefined): GivenMedia {
  const settled = useSettled(written, pause);
  return { given: written !== undefined, address: written === settled ? settled : undefined };
}

/** As the server takes it. */
function pictureAddress(text: string): string | undefined {
  const address = text.trim();
  return /^https?:[/][/]/i.test(address) && URL.canParse(address) ? address : undefined;
}

function embedAddress(text: string): string | undefined {
  const id = youtubeIdOf(text);
  return id && embedLink(id);
}
