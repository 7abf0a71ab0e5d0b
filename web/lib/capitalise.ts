/** With a capital letter, as at the beginning of a sentence. */
export const capitalise = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
