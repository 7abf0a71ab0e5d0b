const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)ies$/, 'y'],
  [/(?<=..)ie$/, 'y'],
  [/ves$/, 'f'],
  [/(?<=.)(?:ve|fe)$/, 'f'],
  [/oes$/, 'o'],
  [/(?<=[sc]h|x|ss|zz)es$/, ''],
  [/(?<![aiosu])s$/, ''],
  [/(?<=[aio])s$/, ''],
];

/** Endings that look like a plural but are not: asparagus, couscous, haggis. */
const singular = /(?:us|is|ss)$/;

/**
 * One form for a word and its plural, for comparing only: it need not be a word ("cookies" and "cookie" are "cooky").
 * Short words stay unchanged.
 */
function stem(word: string): string {
  if (word.length <= 3 || singular.test(word)) return word;
  for (const [ending, replacement] of endings) {
    if (ending.test(word)) return word.replace(ending, replacement);
  }
  return word;
}

/** Lower case, without accents, in words: "Crème fraîche, 30 %" is `creme`, `fraiche`, `30`. */
const words = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a text in the form in which singular and plural are the same. */
export const stems = (text: string): string[] => words(text).map(stem);

/** Whether each word of the query begins a word of the text; plurals find singulars and the other way round. */
export function matchesWordPrefixes(text: string, query: string): boolean {
  const inText = words(text);
  return words(query).every((wanted) =>
    inText.some((word) => word.startsWith(wanted) || stem(word).startsWith(stem(wanted))),
  );
}
