import { recipeLimits } from '../core/contracts/limits.ts';
import { isAside } from './asides.ts';
import { plainNumbers } from './digits.ts';
import { endsInQuantity, goesOnWithUnit, quantityOf, splitAtQuantities } from './quantity.ts';

/** As it stands in a recipe: an amount is text, for it may be a fraction. */
export interface ParsedIngredient {
  readonly name: string;
  readonly amount: string;
  readonly unit: string;
}

const bullet =
  /^(?:[-–—*•·‣◦▪▫■□☐●○►▶✓✔✅☑+~]|\[[ x]?\]|\p{Extended_Pictographic}(?:\u200D?\p{Extended_Pictographic})*)\s*/u;
const numbering = /^\(?\p{Nd}{1,2}[.):、](?!\p{Nd})\s*(?=\S)/u;
const unfinished = /(?:^|\s)(?:of|and|a|an|or|with|the|plus|some|[a-z]+ly)$|,$/i;
/** What a comma may part from an ingredient without beginning another. */
const remark = /^(?:to taste|optional|as needed|if|for|plus|or|at|about|finely|roughly|thinly|freshly|[a-z-]+ed\b)/i;

/** Lines of the section of ingredients; a line may hold several, or a part of one. */
export function ingredientsOf(lines: readonly string[]): ParsedIngredient[] {
  return whole(lines)
    .flatMap(apart)
    .map(ingredient)
    .filter(({ name }) => /[\p{L}\p{N}]/u.test(name))
    .slice(0, recipeLimits.ingredients);
}

/** Lines without their bullets and numbers; captions break a line anywhere, so one that cannot end there goes on. */
function whole(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let open = false;
  for (const line of lines) {
    if (isAside(line)) continue;
    const marked = bullet.test(line) || numbering.test(line);
    const text = plainNumbers(line.replace(bullet, '').replace(numbering, ''));
    const last = joined.at(-1);
    if (last !== undefined && !marked && (open || goesOnWithUnit(text))) joined[joined.length - 1] = `${last} ${text}`;
    else joined.push(text);
    open = unfinished.test(text) || endsInQuantity(text);
  }
  return joined;
}

function apart(line: string): string[] {
  const text = line.trim();
  const pieces = splitAtQuantities(text);
  if (pieces.length > 1 || quantityOf(text)) return pieces;
  // Only names: `salt, pepper and oil`.
  const names = text.split(/\s*[,;،、，]\s*(?:and\s+)?/);
  if (names.length === 1) return names;
  return names
    .flatMap((name, i) => (i === names.length - 1 ? name.split(/\s+(?:and|&)\s+/) : name))
    .reduce<string[]>((kept, name) => {
      if (remark.test(name) && kept.length > 0) kept.push(`${kept.pop()}, ${name}`);
      else kept.push(name);
      return kept;
    }, []);
}

function ingredient(piece: string): ParsedIngredient {
  const text = tidy(piece);
  const found = quantityOf(text);
  const { amount, unit, rest } = found ?? { amount: '', unit: '', rest: text };
  const name = tidy(rest)
    .replace(/^(?:of|de|d['’]|di)(?:\s+|(?<=['’]))/i, '')
    .replace(/^(?:some|the)\s+/i, '');
  return {
    // An amount of nothing is the name of something.
    name: (name === '' ? text : name).slice(0, recipeLimits.ingredient).trim(),
    amount: name === '' ? '' : amount.slice(0, recipeLimits.amount),
    unit: name === '' ? '' : unit.slice(0, recipeLimits.unit),
  };
}

const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^(?:and|then|plus|also|&|[,;:.،、，–—-])(?:\s+|$)/i, '')
    .replace(/(?:\s+(?:and|then|plus|also|&))?\s*[,;.،、，。।]{0,9}$/i, '')
    .trim();
