import { embedLink } from '../../server/core/contracts/youtube-address.ts';

const linkPattern = /\/embed\/([\w-]{11})$/;

/** The 11 characters that name a video, from the embed link that the API gives. */
export const videoId = (link: string | undefined): string | undefined => linkPattern.exec(link ?? '')?.[1];

/** A frame is built from the id alone, never from an address that somebody gave. */
export const frameAddress = (id: string): string => `${embedLink(id)}?autoplay=1&rel=0&playsinline=1`;

export const posterAddress = (id: string): string => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
