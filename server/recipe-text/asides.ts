import { bullet } from './lines.ts';

const link = /(?:https?:\/\/|www\.)\S+/i;
/** In brackets with what introduces it, or by itself: `(see https://…)`. */
const links = /\s*\([^()]{0,40}?(?:https?:\/\/|www\.)[^\s()]*\s*\)|\s*(?:https?:\/\/|www\.)[^\s,;)]+/gi;
/** Characters beside a link. A whole method on one line may have one. */
const maxAside = 120;

export const withoutLinks = (line: string): string => line.replace(links, '').trim();

/** Whether a line with a link is about more than that: it begins with an amount, or goes on after the link. */
const isBesideLink = (line: string): boolean =>
  /^(?:\p{Nd}|[¼½¾⅓⅔⅛])/u.test(line.replace(bullet, '')) ||
  /(?:https?:\/\/|www\.)\S+\s+(?:\S+\s+){2}\S/i.test(line) ||
  withoutLinks(line).length > maxAside;

/** Whether a line is not part of the recipe: a link, hashtags, or a subheading such as `For the sauce:`. */
export const isAside = (line: string): boolean =>
  (link.test(line) && !isBesideLink(line)) ||
  /^(?:#[\p{L}\p{M}\p{N}_]+\s*)+$/u.test(line) ||
  /^[^\p{Nd}]{1,60}[:：]$/u.test(line);
