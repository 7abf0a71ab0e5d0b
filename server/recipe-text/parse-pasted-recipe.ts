import { recipeLimits } from '../core/contracts/limits.ts';
import { isAside, withoutLinks } from './asides.ts';
import { toAsciiNumbers } from './digits.ts';
import { sectionAfter } from './headings.ts';
import { type ParsedIngredient, parseIngredientLine } from './ingredients.ts';
import { bullet, linesOf } from './lines.ts';
import { parseRecipeText } from './parse-recipe-text.ts';
import { quantityOf } from './quantity.ts';
import { stepsOf } from './steps.ts';

/** A recipe that was written as text. Fields that it does not name are empty or missing. */
export interface PastedRecipe {
  readonly title: string;
  readonly description: string;
  /** Minutes. */
  readonly cookingTime?: number;
  readonly servings?: number;
  readonly ingredients: ParsedIngredient[];
  readonly instructions: string[];
}

/** Characters; the rest is ignored. */
const maxLength = 400_000;
const maxLines = 2_000;

const servingsLine =
  /^(?:serves|servings?|yields?|makes|portions?|portionen|für|pour|para|per)\b[\s:]*(?<count>\d{1,4})|^(?<leading>\d{1,4})\s*(?:servings|portions|portionen|personen|personnes|porciones|porzioni|people)\b/iu;
const timeLine =
  /^(?<kind>total|prep(?:aration)?|cook(?:ing)?|bak(?:e|ing)|active|ready in|time|dauer|gesamt\p{L}*|temps|tiempo|tempo)\b[^\d]{0,25}(?:(?<hours>\d{1,3})\s*(?:h|hr|hrs|hours?|std\.?|stunden?|heures?|horas?|ore)\b\.?)?(?:[\s,&]|hrs?\b|and\b|und\b|et\b|y\b|e\b)*(?:(?<minutes>\d{1,4})\s*(?:m|min|mins|minutes?|minuten|minutos|minuti)\b|(?<afterHours>(?<=h\s?)[0-5]\d)\b)?/iu;
/** What separates facts on one line: `Prep: 10 min, Total: 30 min | Serves 4`. */
const betweenFacts = /\s*[|•·]\s*|\s*[,;]\s*(?=(?:total|prep|cook|bak|active|ready|serves|makes)\p{L}*\b)/iu;
/** A heading that says for how many: `Zutaten für 4 Personen`. */
const headingForCount = /\s(?:for|für|pour|para|per)\s+(?<count>\d{1,4})\b/iu;

/**
 * Reads a recipe from text with or without headings: without them, the lines that begin with an amount are ingredients,
 * and the lines after them steps. Undefined if there are neither. Never throws.
 */
export function parsePastedRecipe(text: string): PastedRecipe | undefined {
  const lines = pastedLines(text);
  const { head, ingredients: listed, steps } = hasHeadings(lines) ? splitAtHeadings(lines) : splitByAmounts(lines);
  const found = { ingredients: ingredientsIn(listed), instructions: stepsIn(steps) };
  const isFound = found.ingredients.length + found.instructions.length > 0;
  const { ingredients, instructions } = isFound ? found : parseRecipeText(text);
  if (ingredients.length + instructions.length === 0) return undefined;
  return { ...headOf(head), ingredients, instructions };
}

/** The ingredients in a pasted list: one for each line, without headings and bullets. */
export const parseIngredientList = (text: string): ParsedIngredient[] => ingredientsIn(pastedLines(text));

/** The steps in a pasted list: one for each number, or else for each line. */
export const parseStepList = (text: string): string[] =>
  stepsIn(pastedLines(text).filter((line) => sectionAfter(line) === undefined));

/** Whether a text is more than a list of ingredients. */
export const namesSteps = (text: string): boolean => pastedLines(text).some((line) => sectionAfter(line) === 'steps');

const pastedLines = (text: string): string[] => linesOf(text.slice(0, maxLength), maxLines);

interface Parts {
  readonly head: readonly string[];
  readonly ingredients: readonly string[];
  readonly steps: readonly string[];
}

const hasHeadings = (lines: readonly string[]): boolean =>
  lines.some((line) => ['ingredients', 'steps'].includes(sectionAfter(line) ?? ''));

function splitAtHeadings(lines: readonly string[]): Parts {
  const parts = { head: [] as string[], ingredients: [] as string[], steps: [] as string[], other: [] as string[] };
  let current: keyof typeof parts = 'head';
  for (const line of lines) {
    const section = sectionAfter(line);
    if (section === undefined) parts[current].push(line);
    else current = section;
    const count = section === 'ingredients' && headingForCount.exec(line)?.groups?.count;
    if (count) parts.head.push(`Serves ${count}`);
  }
  if (parts.ingredients.length > 0)
    return parts.steps.length > 0 ? parts : { ...parts, ...stepsBelow(parts.ingredients) };
  // Only the steps have a heading: the list is above it.
  const above = splitByAmounts(parts.head);
  // What follows the last amount has none: `Salt to taste`.
  return { head: above.head, ingredients: [...above.ingredients, ...above.steps], steps: parts.steps };
}

/** Only the list has a heading: after its last amount, a number or a sentence begins the steps. */
function stepsBelow(lines: readonly string[]): Pick<Parts, 'ingredients' | 'steps'> {
  const after = Math.max(1, lines.findLastIndex(startsWithAmount) + 1);
  const isSentence = (line: string) => /[.!。！]$/u.test(line);
  // Where most amounts end with a full stop, others do, too.
  const hasSentences = lines.slice(0, after).filter(isSentence).length * 2 <= after;
  const isStep = (line: string) => /^(?:step )?1[.):]\s+(?!\p{Nd})/iu.test(line) || (hasSentences && isSentence(line));
  const first = lines.findIndex((line, at) => at >= after && isStep(line));
  return first < 0
    ? { ingredients: lines, steps: [] }
    : { ingredients: lines.slice(0, first), steps: lines.slice(first) };
}

function splitByAmounts(lines: readonly string[]): Parts {
  const isAmount = lines.map((line) => !isFact(line) && line.length <= 120 && startsWithAmount(line));
  const first = isAmount.indexOf(true);
  if (first < 0 || isAmount.filter(Boolean).length < 2) return { head: lines, ingredients: [], steps: [] };
  const last = isAmount.lastIndexOf(true);
  return { head: lines.slice(0, first), ingredients: lines.slice(first, last + 1), steps: lines.slice(last + 1) };
}

function startsWithAmount(line: string): boolean {
  const text = toAsciiNumbers(line.replace(bullet, ''));
  // `1. Mix`: a numbered step.
  return /^[\d]/.test(text) && !/^\d{1,2}[.):]\s/.test(text) && quantityOf(text) !== undefined;
}

const ingredientsIn = (lines: readonly string[]): ParsedIngredient[] =>
  lines
    .filter((line) => sectionAfter(line) === undefined && !isFact(line))
    .flatMap((line) => parseIngredientLine(line) ?? [])
    .slice(0, recipeLimits.ingredients);

/** Each line is a step, also one without a number; a single paragraph is split into its sentences. */
function stepsIn(lines: readonly string[]): string[] {
  const kept = lines.filter((line) => !isAside(line)).map(withoutLinks);
  const [only] = kept;
  if (kept.length === 1 && only !== undefined) return stepsOf([only]);
  return isNumbered(kept)
    ? stepsOf(kept)
    : kept
        .map((line) => line.replace(bullet, '').slice(0, recipeLimits.step))
        .filter((line) => /[\p{L}\p{N}]/u.test(line))
        .slice(0, recipeLimits.steps);
}

const isNumbered = (lines: readonly string[]): boolean =>
  lines.filter((line) => /^(?:step )?\d{1,2}\b/i.test(line)).length > 1;

const isFact = (line: string): boolean => servingsLine.test(line) || minutesOf(line) !== undefined;

function minutesOf(line: string): number | undefined {
  const { hours, minutes, afterHours } = timeLine.exec(line)?.groups ?? {};
  const sum = Number(hours ?? 0) * 60 + Number(minutes ?? afterHours ?? 0);
  return sum > 0 && sum <= recipeLimits.cookingTime ? sum : undefined;
}

function headOf(lines: readonly string[]): Omit<PastedRecipe, 'ingredients' | 'instructions'> {
  const facts = lines.flatMap((line) => line.split(betweenFacts)).filter(isFact);
  const servings = facts.map((line) => servingsLine.exec(line)?.groups).find((groups) => groups !== undefined);
  const count = Number(servings?.count ?? servings?.leading);
  const times = facts.filter((line) => minutesOf(line) !== undefined);
  const total = times.find((line) => /^[^\d]*\b(?:total|gesamt|ready)/i.test(line));
  const sum = (total === undefined ? times : [total]).reduce((all, line) => all + (minutesOf(line) ?? 0), 0);
  const [title = '', ...others] = lines
    .filter((line) => !line.split(betweenFacts).some(isFact))
    .map((line) => line.replace(/^#+\s*|[*_]{2}/g, ''));
  return {
    title: title.slice(0, recipeLimits.title),
    description: others.join('\n').slice(0, recipeLimits.description),
    ...(sum > 0 && sum <= recipeLimits.cookingTime && { cookingTime: sum }),
    ...(count >= 1 && count <= recipeLimits.servings && { servings: count }),
  };
}
