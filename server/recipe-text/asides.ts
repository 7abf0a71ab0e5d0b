import { wordCharacters } from '../core/contracts/word-starts.ts';
import { bullet } from './lines.ts';

const link = /(?:https?:\/\/|www\.)\S+/i;
/** In brackets with what introduces it, or by itself: `(see https://…)`. */
const links = /\s*\([^()]{0,40}?(?:https?:\/\/|www\.)[^\s()]*\s*\)|\s*(?:https?:\/\/|www\.)[^\s,;)]+/gi;
const hashtags = new RegExp(`^(?:#${wordCharacters}\\s*)+$`, 'u');
/** Characters beside a link. A whole method on one line may have one. */
const maxAside = 120;
const minWordsAfter = 3;

export const withoutLinks = (line: string): string => line.replace(links, '').trim();

/** Whether a line is about more than its link: it begins with an amount, or goes on after the link. */
function isBesideLink(line: string, { index, 0: address }: RegExpExecArray): boolean {
  const wordsAfter = line
    .slice(index + address.length)
    .trim()
    .split(' ').length;
  return (
    /^(?:\p{Nd}|[¼½¾⅓⅔⅛])/u.test(line.replace(bullet, '')) ||
    wordsAfter >= minWordsAfter ||
    withoutLinks(line).length > maxAside
  );
}

/** Whether a line is not part of the recipe: a link, hashtags, or a subheading such as `For the sauce:`. */
export function isAside(line: string): boolean {
  const found = link.exec(line);
  if (found) return !isBesideLink(line, found);
  return hashtags.test(line) || /^[^\p{Nd}]{1,60}[:：]$/u.test(line);
}
