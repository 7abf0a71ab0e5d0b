import { youtubeIdOf } from '../../server/contracts/youtube-address.ts';
import { useSettled } from './use-settled.ts';
import { embedLink } from './youtube.ts';

/** An address is loaded when it was left alone for this time (ms): half of one leads elsewhere. */
const pause = 400;

/** The picture and the video that addresses in a form lead to, as far as they are some. */
export function useGivenMedia(given: { imageUrl: string; youtubeUrl: string }) {
  const picture = useSettled(pictureAddress(given.imageUrl), pause);
  const video = useSettled(youtubeIdOf(given.youtubeUrl), pause);
  return {
    ...(picture !== undefined && { imageUrl: picture }),
    ...(video !== undefined && { youtubeUrl: embedLink(video) }),
  };
}

/** As the server takes it. */
function pictureAddress(text: string): string | undefined {
  const address = text.trim();
  return /^https?:[/][/]/i.test(address) && URL.canParse(address) ? address : undefined;
}
