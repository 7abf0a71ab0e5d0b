import { communityLimits } from './limits.ts';
import { beginningOf } from './truncate.ts';

/**
 * A post as in feeds and live messages: long content is truncated to what a card shows before "Show more" is pressed.
 * `excerptOf` is the fingerprint of the whole content: it shows whether whole content that was fetched earlier is still
 * current.
 */
export const toExcerpt = <P extends { content: string }>(post: P): P & { excerptOf?: string } =>
  post.content.length <= communityLimits.excerpt
    ? post
    : { ...post, content: beginningOf(post.content, communityLimits.excerpt), excerptOf: fingerprint(post.content) };

/**
 * 64 bits in hexadecimal digits: the 32-bit FNV-1a of the UTF-16 code units, and a variant of it. A cryptographic hash
 * is not needed, because a collision affects only the readers of the post whose author made it.
 */
export function fingerprint(content: string): string {
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < content.length; index++) {
    const unit = content.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x5bd1e995);
    second ^= second >>> 13;
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
