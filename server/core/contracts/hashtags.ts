import { communityLimits } from './limits.ts';
import { beforeSign, wordCharacters } from './word-starts.ts';

/** A hashtag in a text, by its place. */
export interface Hashtag {
  readonly start: number;
  readonly end: number;
  /** As in `GET /community?tag=`: without `#`, in lower case. */
  readonly tag: string;
}

/**
 * `#` and letters, digits, underscores or joiners between them, with at least one letter, at the start of a word. The `#` of an address or of
 * "5#3" starts no tag.
 */
const hashtag = new RegExp(`(?<=${beforeSign})#(${wordCharacters})`, 'gu');
const hasLetter = /\p{L}/u;

/** One spelling for composed and decomposed characters, and for capitals. */
export const normalizeTag = (written: string): string => written.normalize('NFC').toLowerCase();

/** The hashtags in a text, in order. */
export function hashtagsIn(text: string): Hashtag[] {
  return Array.from(text.matchAll(hashtag)).flatMap(({ 0: whole, 1: written = '', index }) => {
    const tag = normalizeTag(written);
    if (!hasLetter.test(tag) || tag.length > communityLimits.tag) return [];
    return { start: index, end: index + whole.length, tag };
  });
}

/** The tags by which a text is found, each once. */
export const tagsOf = (text: string): string[] =>
  [...new Set(hashtagsIn(text).map(({ tag }) => tag))].slice(0, communityLimits.tags);
