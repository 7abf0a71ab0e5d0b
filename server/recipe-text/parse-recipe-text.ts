import { captionLines } from './caption-lines.ts';
import { plainNumbers } from './digits.ts';
import { ingredientsOf, type ParsedIngredient } from './ingredients.ts';
import { quantityOf } from './quantity.ts';
import { stepsOf } from './steps.ts';

/** What captions or a description say about cooking something. Both lists are empty where they say nothing. */
export interface RecipeText {
  readonly ingredients: ParsedIngredient[];
  readonly instructions: string[];
}

/** What begins a section, and whether the rest of a line on which it begins belongs to it. */
interface Beginning {
  readonly marker: RegExp;
  goesOn(rest: string): boolean;
}

const list: Beginning = {
  marker: /ingredients|you will need|what you need|for this recipe/gi,
  // In speech the list follows in the same breath: "you will need two cups of flour".
  goesOn: (rest) => quantityOf(plainNumbers(rest)) !== undefined,
};
/** Less than that between two beginnings is a heading for both: `Ingredients and instructions`. */
const shortestList = 30;

const steps: Beginning = {
  marker: /instructions|directions|how to make|steps/gi,
  goesOn: (rest) => /^(?:\p{Nd}|step |first|start|begin)/iu.test(rest),
};

/**
 * Ingredients begin at the first line that says so and end where the steps begin; steps begin at the first such line
 * after the ingredients (before them, when none comes after: many a cook greets with "how to make"). Never throws.
 */
export function parseRecipeText(text: string): RecipeText {
  const lines = captionLines(text).flatMap(parted);
  const listed = lines.findIndex((line) => says(line, list));
  const told = lines.findIndex((line) => says(line, steps));
  const toldAfter = lines.findIndex((line, i) => i >= listed && says(line, steps));
  // Steps that speak of all the ingredients begin no list.
  const listless = listed < 0 || (toldAfter < 0 && told >= 0 && !isHeading(lines[listed]));
  if (listless) return { ingredients: [], instructions: stepsOf(section(lines, steps, told)) };
  return {
    ingredients: ingredientsOf(section(lines, list, listed, toldAfter < 0 ? lines.length : toldAfter)),
    instructions: stepsOf(toldAfter < 0 ? section(lines, steps, told, listed) : section(lines, steps, toldAfter)),
  };
}

const says = (line: string, { marker }: Beginning): boolean => line.search(marker) >= 0;

/** Speech without a pause may tell all in one line: it is cut where the steps begin behind a list. */
function parted(line: string): string[] {
  const listed = line.search(list.marker);
  if (listed < 0) return [line];
  const told = line.slice(listed).search(steps.marker);
  if (told < shortestList) return [line];
  const head = line.slice(0, listed + told);
  return [head.replace(/(?:\s+(?:okay|ok|so|now|and|the|for|here|are)){0,6}\s*$/i, ''), line.slice(head.length)];
}

const isHeading = (line = ''): boolean => line.split(' ').length <= 4;

/** The lines of a section; of its first one, what follows the words that begin it. None where `from` is negative. */
function section(lines: readonly string[], { marker, goesOn }: Beginning, from: number, to = lines.length): string[] {
  const first = lines[from];
  if (first === undefined) return [];
  const last = [...first.matchAll(marker)].at(-1);
  const rest = last ? first.slice(last.index + last[0].length).replace(/^(?:[\s,.–-]|(?:is|are)\s)+/i, '') : '';
  const afterColon = /^[^:：]{0,30}[:：]\s*(.+)$/u.exec(rest)?.[1];
  const said = afterColon ?? (goesOn(rest) ? rest : undefined);
  return [...(said === undefined ? [] : [said]), ...lines.slice(from + 1, Math.max(to, from + 1))];
}
