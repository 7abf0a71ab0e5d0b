import { embedLink } from '../../server/core/contracts/youtube-address.ts';

const linkPattern = /\/embed\/([\w-]{11})$/;

/** The id of a video, 11 characters, from the embed link of the API. */
export const videoId = (link: string | undefined): string | undefined => linkPattern.exec(link ?? '')?.[1];

/** Built from the id alone, never from an address that a user entered. */
export const frameAddress = (id: string): string => `${embedLink(id)}?autoplay=1&rel=0&playsinline=1`;
