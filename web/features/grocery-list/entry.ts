import { groceryLimits } from '../../../server/core/contracts/limits.ts';

/** What somebody wants to buy. Amount and unit are empty where none was given. */
export interface Entry {
  name: string;
  amount: string;
  unit: string;
}

const number = String.raw`(?:\d+(?:[.,]\d+)?\s*[½⅓⅔¼¾⅛]|\d+\s+\d+\s*/\s*\d+|\d+\s*/\s*\d+|\d+(?:[.,]\d+)?|[½⅓⅔¼¾⅛])`;
const amount = `${number}(?:\\s*[-–x×]\\s*${number})?`;

/** Written directly after a number these are units; other words are the thing itself ("3 onions"). */
const units = new Set(
  `g gram grams kg kilo kilos kilogram kilograms mg l litre litres liter liters ml cl dl oz ounce ounces lb lbs pound pounds
  pint pints quart quarts gallon gallons cup cups tsp teaspoon teaspoons tbsp tablespoon tablespoons pinch pinches dash
  bunch bunches clove cloves slice slices piece pieces pcs pc stick sticks sprig sprigs head heads can cans tin tins jar
  jars bottle bottles pack packs packet packets package packages bag bags box boxes carton cartons tub tubs roll rolls
  loaf loaves dozen handful handfuls crate crates tray trays pot pots tube tubes bar bars`.split(/\s+/),
);

const isUnit = (word: string): boolean => units.has(word.toLowerCase().replace(/\.$/, ''));

const leading = new RegExp(`^(${amount})(?:\\s+|(?=\\p{L}))(\\S+)(?:\\s+(.+))?$`, 'u');
const trailing = new RegExp(`^(.+?)\\s+(${amount})\\s*(\\p{L}+\\.?)?$`, 'u');
const quantity = new RegExp(`^(${amount})(?:\\s*(\\D.*))?$`, 'u');
/** A comma within a number ("0,5 l") parts nothing. */
const parting = /,(?!\d)|(?<!\d),/;

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

const fits = ({ name, amount: much, unit }: Entry): boolean =>
  name !== '' &&
  name.length <= groceryLimits.name &&
  much.length <= groceryLimits.amount &&
  unit.length <= groceryLimits.unit;

/** "500 g", "6" or "a bunch"; undefined where it is no quantity. */
function parseQuantity(text: string): Omit<Entry, 'name'> | undefined {
  const counted = quantity.exec(text);
  if (counted) return { amount: tidy(counted[1] ?? ''), unit: tidy(counted[2] ?? '') };
  const unit = text.replace(/^an?\s+/i, '');
  return isUnit(unit) ? { amount: '', unit } : undefined;
}

function afterComma(text: string): Entry | undefined {
  const comma = text.search(parting);
  if (comma < 0) return;
  const name = tidy(text.slice(0, comma));
  const rest = tidy(text.slice(comma + 1));
  if (rest === '') return { name, amount: '', unit: '' };
  const measured = parseQuantity(rest);
  return measured && { name, ...measured };
}

function before(text: string): Entry | undefined {
  const [, much = '', word = '', rest] = leading.exec(text) ?? [];
  if (word === '') return;
  const joined = !text.slice(much.length).startsWith(' ');
  if (isUnit(word)) {
    const name = tidy((rest ?? '').replace(/^of\s+/i, ''));
    return name === '' ? undefined : { name, amount: tidy(much), unit: word };
  }
  // "7up" and "4x4" are names; a number apart from the word counts it.
  return joined ? undefined : { name: tidy(`${word} ${rest ?? ''}`), amount: tidy(much), unit: '' };
}

function after(text: string): Entry | undefined {
  const [, name = '', much = '', unit = ''] = trailing.exec(text) ?? [];
  return name !== '' && (unit === '' || isUnit(unit)) ? { name: tidy(name), amount: tidy(much), unit } : undefined;
}

/**
 * Reads what was typed into the add box: "milk, 2 l", "2 l milk", "milk 2 l" or just "milk". What it cannot part stays
 * whole in the name, so that nothing typed is lost.
 */
export function parseEntry(typed: string): Entry {
  const text = tidy(typed.replace(/^[\s,]+/, ''));
  const found = [afterComma, before, after].map((read) => read(text)).find((entry) => entry && fits(entry));
  return found ?? { name: text.replace(/,$/, '').slice(0, groceryLimits.name).trim(), amount: '', unit: '' };
}

/** "500 g", "6", "bunch" or nothing. */
export const quantityOf = ({ amount: much, unit }: Omit<Entry, 'name'>): string =>
  [much, unit].filter(Boolean).join(' ');
