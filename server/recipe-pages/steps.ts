import { recipeLimits } from '../core/contracts/limits.ts';
import { stepsOf } from '../recipe-text/steps.ts';
import { type DataNode, hasType, isNode, listOf } from './nodes.ts';
import { plainLine, plainText } from './plain-text.ts';

/** A step with the number of its line: `1. Mix`, `Step 1: Mix`. */
const numbered = /^(?:step\s*)?\d{1,2}\s*[.):]\s+|^step\s*\d{1,2}\s*[:–-]?\s+/i;
/** Between steps on one line: `1. Mix. 2. Bake.` */
const inlineNumber = /\s+(?=\d{1,2}[.)]\s+\p{Lu})/u;
/** A name that only repeats the place of its step. */
const onlyNumber = /^(?:step\s*)?\d*[.:]?$/i;

/**
 * The steps of `recipeInstructions` in any of its forms: a text, texts, `HowToStep`, and `HowToSection`, whose name goes
 * before its first step.
 * @param resolve replaces a reference by the object that it refers to
 */
export function stepsIn(value: unknown, resolve: (value: unknown) => unknown): string[] {
  const parts = listOf(value);
  const [only] = parts;
  const steps =
    parts.length === 1 && typeof only === 'string'
      ? splitText(only).flatMap(splitLong)
      : parts.flatMap((one) => stepsOfPart(resolve(one), { resolve, visited: new Set() }));
  return steps
    .filter((step) => /[\p{L}\p{N}]/u.test(step))
    .map((step) => step.slice(0, recipeLimits.step).trim())
    .slice(0, recipeLimits.steps);
}

interface Visit {
  readonly resolve: (value: unknown) => unknown;
  /** Parts may refer to each other, and to themselves: each counts once. */
  readonly visited: Set<DataNode>;
}

function stepsOfPart(part: unknown, visit: Visit): string[] {
  const { resolve, visited } = visit;
  if (typeof part === 'string') return splitText(part);
  if (!isNode(part) || visited.has(part)) return [];
  visited.add(part);
  const parts = listOf(part.itemListElement ?? part.steps ?? part.step).map(resolve);
  const within = parts.flatMap((one) => stepsOfPart(isNode(one) && one.item ? resolve(one.item) : one, visit));
  const name = firstText(part.name);
  if (hasType(part, 'HowToSection', 'ItemList') || (within.length > 0 && !hasType(part, 'HowToStep'))) {
    const [first, ...others] = within;
    const isNamed = name !== '' && !onlyNumber.test(name) && hasType(part, 'HowToSection');
    return first === undefined
      ? splitText(firstText(part.text))
      : [isNamed ? `${withoutColon(name)}: ${first}` : first, ...others];
  }
  // A step may consist of directions and tips.
  const text =
    firstText(part.text) || within.join(' ') || firstText(part.description) || firstText(part['@text']) || name;
  return [plainLine(text).replace(numbered, '')];
}

/** One step for each line, or for each number in a single line. */
function splitText(text: string): string[] {
  const lines = plainText(text).split('\n');
  const [only = ''] = lines;
  const steps = lines.length === 1 && numbered.test(only) ? only.split(inlineNumber) : lines;
  return steps.map((step) => step.replace(numbered, '')).filter((step) => !onlyNumber.test(step));
}

/** Characters. A longer text without lines and numbers is split into its sentences. */
const maxStep = 300;

const splitLong = (step: string, _: number, all: readonly string[]): string[] =>
  all.length === 1 && step.length > maxStep ? stepsOf([step]) : [step];

const firstText = (value: unknown): string => {
  const text = listOf(value).find((one) => typeof one === 'string');
  return typeof text === 'string' ? text.trim() : '';
};

const withoutColon = (name: string): string => plainLine(name).replace(/\s*[:：]$/, '');
