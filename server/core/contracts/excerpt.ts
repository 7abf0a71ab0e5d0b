import { communityLimits } from './limits.ts';

/**
 * A post as feeds and live messages carry it: a long content is cut to what a card shows before "Show more" is pressed.
 * `excerptOf` marks it and names the whole content, so that a whole content that was fetched before is used exactly as
 * long as it is the right one.
 */
export const excerpted = <Written extends { content: string }>(post: Written): Written & { excerptOf?: string } =>
  post.content.length <= communityLimits.excerpt
    ? post
    : { ...post, content: beginningOf(post.content), excerptOf: fingerprint(post.content) };

/** Never ends in half of a character. */
function beginningOf(content: string): string {
  const isHalved = /[\ud800-\udbff]/.test(content.charAt(communityLimits.excerpt - 1));
  return content.slice(0, communityLimits.excerpt - (isHalved ? 1 : 0));
}

/**
 * 64 bits in hexadecimal digits: FNV-1a in two lanes. A cryptographic hash is not needed, since an author who makes two
 * contents of one fingerprint confuses only the readers of that post.
 */
export function fingerprint(content: string): string {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < content.length; at++) {
    const unit = content.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x5bd1e995);
    other ^= other >>> 13;
  }
  return [one, other].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
