/** A mention of ingredients in a text, from `start` to `end`. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  /** Which ingredients it may mean: "oil" means both olive and sesame oil. */
  readonly indexes: readonly number[];
}

interface Word {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

/** What says how an ingredient is, not which one. */
const describing = new Set(
  `a an the of or and in on to for with your some more extra few about fresh freshly dry dried large medium small big thin thick
  ripe raw cooked warm hot cold fine finely coarse coarsely chopped sliced diced minced grated crushed ground peeled halved whole
  piece can tin jar bunch clove slice pinch handful cup tablespoon teaspoon good best optional plain unsalted salted boneless
  skinless strong light dark low fat free range organic frozen canned thawed softened melted room temperature`
    .split(/\s+/)
    .map(stemOf),
);
/** Made of what precedes them: "chicken" is not chicken stock, and "rice" is not rice vinegar. */
const derived = new Set(
  'stock broth vinegar sauce oil paste powder flour juice noodle wine cube bouillon seasoning extract syrup'.split(' '),
);
/** Alone, they mean what is made in the recipe more often than an ingredient. */
const vague = new Set(['sauce', 'paste', 'powder', 'water', 'seed', 'leaf']);

/** The mentions of ingredients in a step, in their order. @param names of all ingredients of the recipe */
export function findIngredients(text: string, names: readonly string[]): Mention[] {
  const ingredients = names.map(stemsOf);
  const words = wordsOf(text);
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length; ) {
    const lengths = ingredients.map((stems) => lengthAt(words, at, stems));
    const longest = Math.max(0, ...lengths);
    const [first, last] = [words[at], words[at + longest - 1]];
    if (longest > 0 && first && last) {
      const indexes = bestOf(
        ingredients,
        lengths.flatMap((length, index) => (length === longest ? [index] : [])),
        words.slice(at, at + longest),
      );
      if (indexes.length > 0) mentions.push({ start: first.start, end: last.end, indexes });
    }
    at += Math.max(1, longest);
  }
  return [...mentions, ...withoutSpaces(text, names)];
}

/** The indexes of the ingredients that a step names, in the order of the recipe. */
export function ingredientsOf(text: string, names: readonly string[]): number[] {
  const mentioned = new Set(findIngredients(text, names).flatMap(({ indexes }) => indexes));
  return names.flatMap((_, index) => (mentioned.has(index) ? [index] : []));
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}]+(?:['’]s)?/gu)].map(({ 0: word, index }) => ({
    stem: stemOf(word),
    start: index,
    end: index + word.length,
  }));

/** The words of a name that identify it: not what follows a comma or is in brackets. */
function stemsOf(name: string): string[] {
  const [head = ''] = name.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ').split(/[,;:–]| - | or /, 1);
  const stems = wordsOf(head).map(({ stem }) => stem);
  const identifying = stems.filter((stem) => !describing.has(stem));
  return identifying.length > 0 ? identifying : stems;
}

/** Without the ending of the plural: "tomatoes", "berries", "leaves", "eggs". */
function stemOf(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s$/, '');
  if (lower.length < 4 || /(?:ss|us|is)$/.test(lower)) return lower;
  return lower
    .replace(/ies$/, 'y')
    .replace(/(?<=lea|loa|hal)ves$/, 'f')
    .replace(/(?<=o|sh|ch|x|ss)es$/, '')
    .replace(/s$/, '');
}

/** How many words of the text from `at` on are words of the ingredient, in its order. */
function lengthAt(words: readonly Word[], at: number, stems: readonly string[]): number {
  let from = 0;
  let length = 0;
  for (const { stem } of words.slice(at, at + stems.length)) {
    const found = stems.indexOf(stem, from);
    if (found < 0) break;
    from = found + 1;
    length++;
  }
  return length;
}

/** Of the ingredients with as many words of the text: the whole name, else its last word, else any of its words. */
function bestOf(
  ingredients: readonly (readonly string[])[],
  found: readonly number[],
  words: readonly Word[],
): number[] {
  const last = words.at(-1)?.stem ?? '';
  const stemsAt = (index: number) => ingredients[index] ?? [];
  const whole = found.filter((index) => stemsAt(index).length === words.length);
  if (whole.length > 0) return whole;
  const byHead = found.filter((index) => stemsAt(index).at(-1) === last);
  if (words.length === 1 && vague.has(last)) return [];
  if (byHead.length > 0) return byHead;
  return found.filter((index) => !derived.has(stemsAt(index).at(-1) ?? ''));
}

/** Chinese, Japanese and Thai have no spaces between words. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const withoutSpaces = (text: string, names: readonly string[]): Mention[] =>
  names.flatMap((name, index) => {
    const start = spaceless.test(name) ? text.indexOf(name.trim()) : -1;
    return start < 0 ? [] : [{ start, end: start + name.trim().length, indexes: [index] }];
  });
