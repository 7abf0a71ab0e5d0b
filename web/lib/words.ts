import { vegetablePeppers } from '../../server/core/contracts/vegetable-peppers.ts';

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

/** Plurals that are another thing than the word: peppers and pepper, mints and mint. */
const otherThings = new Set(['peppers', 'mints']);

/** The last letters of all these endings. */
const lastOfEnding = /[es]$/;

/**
 * One form for a word and its plural, for comparing only: it need not be a word ("cookies" and "cookie" are "cooky").
 * Short words stay unchanged.
 */
function stem(word: string): string {
  if (word.length <= 3 || !lastOfEnding.test(word) || singular.test(word) || otherThings.has(word)) return word;
  for (const [ending, replacement] of endings) {
    if (ending.test(word)) return word.replace(ending, replacement);
  }
  return word;
}

const beyondAscii = /[^ -~]/;

/** Lower case, without accents, in words: "Crème fraîche, 30 %" is `creme`, `fraiche`, `30`. */
function words(text: string): readonly string[] {
  // Unicode classes are slow, and most names do not need them.
  if (!beyondAscii.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const withoutAccents = text.normalize('NFD').replace(/\p{M}/gu, '');
  return withoutAccents.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** More than the names of a list, of the catalogue and of what its owner had before. */
const maxKnown = 5_000;
const known = new Map<string, readonly string[]>();

/** The words of a text in the form in which singular and plural are the same. Each render of a list asks for all its names. */
export function stems(text: string): readonly string[] {
  const before = known.get(text);
  if (before) return before;
  if (known.size === maxKnown) known.clear();
  const stemmed = words(text).map((word, at, all) =>
    word === 'pepper' && vegetablePeppers.has(all[at - 1] ?? '') ? 'peppers' : stem(word),
  );
  known.set(text, stemmed);
  return stemmed;
}

/** Whether each word of the query begins a word of the text; plurals find singulars and the other way round. */
export function matchesWordPrefixes(text: string, query: string): boolean {
  const [inText, stemsOfText, stemsOfQuery] = [words(text), stems(text), stems(query)];
  return words(query).every((wanted, at) =>
    inText.some((word, n) => word.startsWith(wanted) || stemsOfText[n]?.startsWith(stemsOfQuery[at] ?? wanted)),
  );
}
