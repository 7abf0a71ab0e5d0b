import { captionLines } from './caption-lines.ts';
import { toAsciiNumbers } from './digits.ts';
import { ingredientsOf, type ParsedIngredient } from './ingredients.ts';
import { quantityOf } from './quantity.ts';
import { stepsOf } from './steps.ts';

/** The recipe in captions or a description. Both lists are empty if there is none. */
export interface RecipeText {
  readonly ingredients: ParsedIngredient[];
  readonly instructions: string[];
}

/** How a section begins. */
interface Beginning {
  readonly marker: RegExp;
  /** Whether the text after the marker, on the same line, belongs to the section. */
  ownsRest(rest: string): boolean;
}

const list: Beginning = {
  marker: /ingredients|you will need|what you need|for this recipe/gi,
  // In speech the list follows on the same line: "you will need two cups of flour".
  ownsRest: (rest) => quantityOf(toAsciiNumbers(rest)) !== undefined,
};
/** Characters. With less between two beginnings, the line is a heading for both: `Ingredients and instructions`. */
const minListLength = 30;

const steps: Beginning = {
  marker: /instructions|directions|how to make|steps/gi,
  ownsRest: (rest) => /^(?:\p{Nd}|step |first|start|begin)/iu.test(rest),
};

/**
 * Ingredients begin at the first line with their marker and end where the steps begin. Steps begin at the first line
 * with their marker after the ingredients, or else before them: many videos open with "how to make". Never throws.
 */
export function parseRecipeText(text: string): RecipeText {
  const lines = captionLines(text).flatMap(splitBeforeSteps);
  const listAt = lines.findIndex((line) => begins(line, list));
  const stepsAt = lines.findIndex((line) => begins(line, steps));
  const stepsAfterList = lines.findIndex((line, i) => i >= listAt && begins(line, steps));
  // A step that mentions "all the ingredients" does not begin a list.
  const hasNoList = listAt < 0 || (stepsAfterList < 0 && stepsAt >= 0 && !isHeading(lines[listAt]));
  if (hasNoList) return { ingredients: [], instructions: stepsOf(section(lines, steps, stepsAt)) };
  const stepLines = stepsAfterList < 0 ? section(lines, steps, stepsAt, listAt) : section(lines, steps, stepsAfterList);
  return {
    ingredients: ingredientsOf(section(lines, list, listAt, stepsAfterList < 0 ? lines.length : stepsAfterList)),
    instructions: stepsOf(stepLines),
  };
}

const begins = (line: string, { marker }: Beginning): boolean => line.search(marker) >= 0;

/** Speech without pauses may be one line: splits it where the steps begin after a list. */
function splitBeforeSteps(line: string): string[] {
  const listAt = line.search(list.marker);
  if (listAt < 0) return [line];
  const stepsAt = line.slice(listAt).search(steps.marker);
  if (stepsAt < minListLength) return [line];
  const head = line.slice(0, listAt + stepsAt);
  return [head.replace(/(?:\s+(?:okay|ok|so|now|and|the|for|here|are)){0,6}\s*$/i, ''), line.slice(head.length)];
}

const isHeading = (line = ''): boolean => line.split(' ').length <= 4;

/** The lines of a section; of the first line only the text after the marker. Empty if `from` is negative. */
function section(lines: readonly string[], { marker, ownsRest }: Beginning, from: number, to = lines.length): string[] {
  const first = lines[from];
  if (first === undefined) return [];
  const last = [...first.matchAll(marker)].at(-1);
  const rest = last ? first.slice(last.index + last[0].length).replace(/^(?:[\s,.–-]|(?:is|are)\s)+/i, '') : '';
  const afterColon = /^[^:：]{0,30}[:：]\s*(.+)$/u.exec(rest)?.[1];
  const own = afterColon ?? (ownsRest(rest) ? rest : undefined);
  return [...(own === undefined ? [] : [own]), ...lines.slice(from + 1, Math.max(to, from + 1))];
}
