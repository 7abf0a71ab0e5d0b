import { recipeLimits } from '../core/contracts/limits.ts';
import { isAside, withoutLinks } from './asides.ts';
import { toAsciiNumbers } from './digits.ts';
import { bulletMark } from './lines.ts';
import { endsInQuantity, quantityOf, splitAtQuantities, startsWithUnit } from './quantity.ts';

/** The amount is text, because it may be a fraction. */
export interface ParsedIngredient {
  readonly name: string;
  readonly amount: string;
  readonly unit: string;
}

/** Also an emoji. */
const bullet = new RegExp(
  String.raw`^(?:${bulletMark}|\p{Extended_Pictographic}\uFE0F?(?:\u200D?\p{Extended_Pictographic}\uFE0F?)*)\s*`,
  'u',
);
const numbering = /^\(?\p{Nd}{1,2}[.):、](?!\p{Nd})\s*(?=\S)/u;
const unfinished = /(?:^|\s)(?:of|and|a|an|or|with|the|plus|some|[a-z]+ly)$|,$/i;
/** Text that may follow an ingredient after a comma without beginning another. */
const remark = /^(?:to taste|optional|as needed|if|for|plus|or|at|about|finely|roughly|thinly|freshly|[a-z-]+ed\b)/i;

/** @param lines of the section of ingredients; a line may hold several ingredients, or part of one */
export function ingredientsOf(lines: readonly string[]): ParsedIngredient[] {
  return joinBrokenLines(lines)
    .flatMap(splitLine)
    .map(parseIngredient)
    .filter(({ name }) => /[\p{L}\p{N}]/u.test(name))
    .slice(0, recipeLimits.ingredients);
}

/** A line that is one whole ingredient, as in a list; undefined if it names none, such as a subheading. */
export function parseIngredientLine(line: string): ParsedIngredient | undefined {
  if (isAside(line)) return undefined;
  const ingredient = parseIngredient(toAsciiNumbers(withoutLinks(line).replace(bullet, '')));
  return /[\p{L}\p{N}]/u.test(ingredient.name) ? ingredient : undefined;
}

/**
 * Removes bullets and numbers. Captions break lines anywhere: a line that cannot be complete is joined with the next.
 */
function joinBrokenLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let isIncomplete = false;
  for (const line of lines) {
    if (isAside(line)) continue;
    const isMarked = bullet.test(line) || numbering.test(line);
    const text = toAsciiNumbers(withoutLinks(line).replace(bullet, '').replace(numbering, ''));
    const last = joined.at(-1);
    const isContinuation = !isMarked && (isIncomplete || startsWithUnit(text));
    if (last !== undefined && isContinuation) joined[joined.length - 1] = `${last} ${text}`;
    else joined.push(text);
    isIncomplete = unfinished.test(text) || endsInQuantity(text);
  }
  return joined;
}

function splitLine(line: string): string[] {
  const text = line.trim();
  const pieces = splitAtQuantities(text);
  if (pieces.length > 1 || quantityOf(text)) return pieces;
  // Only names: `salt, pepper and oil`.
  const names = text.split(/\s*[,;،、，]\s*(?:and\s+)?/);
  if (names.length === 1) return names;
  return names
    .flatMap((name, i) => (i === names.length - 1 ? name.split(/\s+(?:and|&)\s+/) : name))
    .reduce<string[]>((result, name) => {
      if (remark.test(name) && result.length > 0) result.push(`${result.pop()}, ${name}`);
      else result.push(name);
      return result;
    }, []);
}

function parseIngredient(piece: string): ParsedIngredient {
  const text = tidy(piece);
  const found = quantityOf(text);
  const { amount, unit, rest } = found && !addsQuantity(found.rest) ? found : { amount: '', unit: '', rest: text };
  const name = tidy(rest)
    .replace(/^(?:of|de|d['’]|di)(?:\s+|(?<=['’]))/i, '')
    .replace(/^(?:some|the)\s+/i, '');
  return {
    // A quantity without a name becomes the name.
    name: (name === '' ? text : name).slice(0, recipeLimits.ingredient).trim(),
    amount: name === '' ? '' : amount.slice(0, recipeLimits.amount),
    unit: name === '' ? '' : unit.slice(0, recipeLimits.unit),
  };
}

/** "1 cup plus 2 tablespoons flour": the amount of one would be wrong, so the name keeps both. */
function addsQuantity(rest: string): boolean {
  const [, added] = /^\s*(?:and|plus|&|\+)\s+(.+)$/i.exec(rest) ?? [];
  return added !== undefined && quantityOf(added) !== undefined;
}

const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^(?:and|then|plus|also|&|[,;:.،、，–—-])(?:\s+|$)/i, '')
    .replace(/(?:\s+(?:and|then|plus|also|&))?\s*[,;.،、，。।]{0,9}$/i, '')
    .trim();
