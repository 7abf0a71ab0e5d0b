/** Does not split a surrogate pair. @param maxLength in UTF-16 code units */
export const beginningOf = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');

/** A longer text ends with an ellipsis, which is not counted. */
export const truncate = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${beginningOf(text, maxLength).trimEnd()}…`;
