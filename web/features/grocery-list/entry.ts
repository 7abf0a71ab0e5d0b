import { fieldGroups } from '../../../server/core/contracts/field-groups.ts';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';

/** An item to buy. Amount and unit are empty if the user gave none. */
export interface Entry {
  name: string;
  amount: string;
  unit: string;
}

/** The entry of an item or a suggestion, without its other fields. */
export const entryOf = ({ name, amount, unit }: Entry): Entry => ({ name, amount, unit });

export const isSameEntry = (a: Entry, b: Entry): boolean =>
  a.name === b.name && a.amount === b.amount && a.unit === b.unit;

/** All that members edit of an item. A detail that it does not have is empty. */
export interface ItemDetails extends Entry {
  note: string;
  /** Empty: the usual one of its name. */
  category: string;
  /** The uid of the member who brings it. */
  assignedTo: string;
}

export const detailsOf = ({ note = '', category = '', assignedTo, ...item }: GroceryItem): ItemDetails => ({
  ...entryOf(item),
  note,
  category,
  assignedTo: assignedTo?.uid ?? '',
});

/** The fields that an edit changes, and their former values. Amount and unit are one quantity. */
export interface EntryEdit {
  changes: Partial<ItemDetails>;
  from: Partial<ItemDetails>;
}

/** Only what differs: an edit must not revert what others have changed in the other fields. */
export function editOf(before: ItemDetails, after: ItemDetails): EntryEdit {
  const changed = fieldGroups.filter((fields) => fields.some((field) => before[field] !== after[field])).flat();
  return { changes: pick(after, changed), from: pick(before, changed) };
}

const pick = (details: ItemDetails, fields: readonly (keyof ItemDetails)[]): Partial<ItemDetails> =>
  Object.fromEntries(fields.map((field) => [field, details[field]]));

/** Details that the user edits, and those that they began with. */
export interface EditedDetails extends ItemDetails {
  readonly before: ItemDetails;
}

/**
 * Goes on with an edit that was refused. The refused detail keeps the user's text, and the next save replaces the other
 * member's. Details that the user did not touch take the other member's values. A second conflict is refused by the next save.
 * @param current as the server has them now
 * @param refused default: the quantity
 */
export function afterConflict(edited: EditedDetails, current: ItemDetails, refused = 'amount'): EditedDetails {
  let { before, ...draft } = edited;
  for (const fields of fieldGroups) {
    const isRefused = fields.some((field) => field === refused);
    const isUntouched = fields.every((field) => draft[field].trim() === before[field]);
    const theirs = pick(current, fields);
    if (isUntouched && !isRefused) draft = { ...draft, ...theirs };
    if (isUntouched || isRefused) before = { ...before, ...theirs };
  }
  return { ...draft, before };
}

const numberPattern = String.raw`(?:\d+(?:[.,]\d+)?\s*[½⅓⅔¼¾⅛]|\d+\s+\d+\s*/\s*\d+|\d+\s*/\s*\d+|\d+(?:[.,]\d+)?|[½⅓⅔¼¾⅛])`;
const amountPattern = `${numberPattern}(?:\\s*[-–x×]\\s*${numberPattern})?`;

/**
 * Words that are units after a number. Any other word is the item itself ("3 onions"). Captions have other units, in many
 * languages: see `server/recipe-text/units.ts`.
 */
const units = new Set(
  `g gram grams kg kilo kilos kilogram kilograms mg l litre litres liter liters ml cl dl oz ounce ounces lb lbs pound pounds
  pint pints quart quarts gallon gallons cup cups tsp teaspoon teaspoons tbsp tablespoon tablespoons pinch pinches dash
  bunch bunches clove cloves slice slices piece pieces pcs pc stick sticks sprig sprigs head heads can cans tin tins jar
  jars bottle bottles pack packs packet packets package packages bag bags box boxes carton cartons tub tubs roll rolls
  loaf loaves dozen handful handfuls crate crates tray trays pot pots tube tubes bar bars`.split(/\s+/),
);

const isUnit = (word: string): boolean => units.has(word.toLowerCase().replace(/\.$/, ''));

const leadingQuantity = new RegExp(`^(${amountPattern})(?:\\s+|(?=\\p{L}))(\\S+)(?:\\s+(.+))?$`, 'u');
const trailingQuantity = new RegExp(`^(.+?)\\s+(${amountPattern})\\s*(\\p{L}+\\.?)?$`, 'u');
const quantity = new RegExp(`^(${amountPattern})(?:\\s*(\\D.*))?$`, 'u');
/** A comma that is not part of a number ("0,5 l"). */
const separator = /,(?!\d)|(?<!\d),/;

const normaliseSpaces = (text: string): string => text.trim().replace(/\s+/g, ' ');

const isWithinLimits = ({ name, amount, unit }: Entry): boolean =>
  name !== '' &&
  name.length <= groceryLimits.name &&
  amount.length <= groceryLimits.amount &&
  unit.length <= groceryLimits.unit;

/** Parses "500 g", "6" or "a bunch". Returns undefined if the text is not a quantity. */
function parseQuantity(text: string): Omit<Entry, 'name'> | undefined {
  const match = quantity.exec(text);
  if (match) return { amount: normaliseSpaces(match[1] ?? ''), unit: normaliseSpaces(match[2] ?? '') };
  const unit = text.replace(/^an?\s+/i, '');
  return isUnit(unit) ? { amount: '', unit } : undefined;
}

function parseQuantityAfterComma(text: string): Entry | undefined {
  const comma = text.search(separator);
  if (comma < 0) return;
  const name = normaliseSpaces(text.slice(0, comma));
  const rest = normaliseSpaces(text.slice(comma + 1));
  if (rest === '') return { name, amount: '', unit: '' };
  const parsed = parseQuantity(rest);
  return parsed && { name, ...parsed };
}

function parseLeadingQuantity(text: string): Entry | undefined {
  const [, amount = '', word = '', rest] = leadingQuantity.exec(text) ?? [];
  if (word === '') return;
  const isAttached = !text.slice(amount.length).startsWith(' ');
  if (isUnit(word)) {
    const name = normaliseSpaces((rest ?? '').replace(/^of\s+/i, ''));
    return name === '' ? undefined : { name, amount: normaliseSpaces(amount), unit: word };
  }
  // "7up" and "4x4" are names. A number followed by a space is an amount.
  return isAttached
    ? undefined
    : { name: normaliseSpaces(`${word} ${rest ?? ''}`), amount: normaliseSpaces(amount), unit: '' };
}

function parseTrailingQuantity(text: string): Entry | undefined {
  const [, name = '', amount = '', unit = ''] = trailingQuantity.exec(text) ?? [];
  return name !== '' && (unit === '' || isUnit(unit))
    ? { name: normaliseSpaces(name), amount: normaliseSpaces(amount), unit }
    : undefined;
}

/**
 * Parses the text of the add box: "milk, 2 l", "2 l milk", "milk 2 l" or just "milk". Text that it cannot split stays in
 * the name, so that nothing is lost.
 */
export function parseEntry(typed: string): Entry {
  const text = normaliseSpaces(typed.replace(/^[\s,]+/, ''));
  const parsed = [parseQuantityAfterComma, parseLeadingQuantity, parseTrailingQuantity]
    .map((parse) => parse(text))
    .find((entry) => entry && isWithinLimits(entry));
  return parsed ?? { name: text.replace(/,$/, '').slice(0, groceryLimits.name).trim(), amount: '', unit: '' };
}
