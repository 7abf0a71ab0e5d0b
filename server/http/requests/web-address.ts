import { isOwnPath } from '../../core/contracts/picture-address.ts';

/** The normalized form of an http(s) URL without credentials; undefined for any other text. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text.trim());
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password
    ? url.href
    : undefined;
}

/** A path on this site, or a web address; undefined for any other text. */
export const pictureAddress = (text: string): string | undefined => (isOwnPath(text) ? text : webAddress(text));
