/** Whether a line is not part of the recipe: a link, hashtags, or a subheading such as `For the sauce:`. */
export const isAside = (line: string): boolean =>
  /https?:\/\/|www\./i.test(line) ||
  /^(?:#[\p{L}\p{M}\p{N}_]+\s*)+$/u.test(line) ||
  /^[^\p{Nd}]{1,60}[:：]$/u.test(line);
