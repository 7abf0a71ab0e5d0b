/** What begins an item of a list, as the source of a regular expression. */
export const bulletMark = String.raw`[-–—*•·‣◦▪▫■□☐●○►▶✓✔✅☑+~]|\[[ x]?\]`;
export const bullet = new RegExp(`^(?:${bulletMark})\\s*(?=\\S)`, 'u');

/**
 * Marks without a width: soft hyphens, byte order marks, and marks of direction. Not those that join or separate characters
 * (U+200C, U+200D): without them, Persian words are spelt wrongly, and emoji fall apart.
 */
export const withoutInvisible = (text: string): string => text.replace(/[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g, '');

/** Lines with single spaces, without blank ones and invisible characters. @param max default: all */
export const linesOf = (text: string, max?: number): string[] =>
  withoutInvisible(text)
    .split(/\r\n?|[\n\u2028\u2029]/, max)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
