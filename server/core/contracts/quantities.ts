/** Sums of quantities, as the grocery list and the ingredients of a week show them. */
import { formatQuantity } from 'format-quantity';
import { parseAmount } from './scale-amount.ts';
import { convert, pluralise, unitOf } from './units.ts';

/** Both are text, because an amount may be a fraction, a range or words. Either may be empty. */
export interface Quantity {
  readonly amount: string;
  readonly unit: string;
}

/** A quantity to which others may be added. Without `total`, its amount is not a number and stays as written. */
export interface Sum extends Quantity {
  readonly total: number | undefined;
}

const isEmptyQuantity = ({ amount, unit }: Quantity): boolean => amount === '' && unit === '';

const startSum = ({ amount, unit }: Quantity): Sum => ({ amount, unit, total: parseAmount(amount) });

/**
 * The sum with a quantity added, or undefined if their units or amounts do not allow it. An empty quantity adds nothing: a
 * line of the same thing covers it.
 */
function addToSum(sum: Sum, quantity: Quantity): Sum | undefined {
  if (isEmptyQuantity(quantity)) return sum;
  const number = parseAmount(quantity.amount);
  if (number === undefined || sum.total === undefined) return undefined;
  const converted = convert(number, quantity.unit, sum.unit);
  return converted === undefined ? undefined : { ...sum, total: sum.total + converted };
}

const quantityOfSum = ({ amount, unit, total }: Sum): Quantity =>
  total === undefined ? { amount, unit } : formatTotal(total, unit);

/** Sums that cannot be added to each other, such as "2 l" and "1 bottle". Empty if all quantities are. */
export function sumQuantities(quantities: readonly Quantity[]): Quantity[] {
  const sums: Sum[] = [];
  for (const quantity of quantities.filter((each) => !isEmptyQuantity(each))) {
    const index = sums.findIndex((sum) => addToSum(sum, quantity) !== undefined);
    const sum = sums[index];
    if (sum) sums[index] = addToSum(sum, quantity) ?? sum;
    else sums.push(startSum(quantity));
  }
  return sums.map(quantityOfSum);
}

const metricUnits = new Set(['gram', 'milligram', 'kilogram', 'milliliter', 'deciliter', 'liter']);
const largerUnits: Record<string, readonly [id: string, short: string]> = {
  gram: ['kilogram', 'kg'],
  milliliter: ['liter', 'l'],
};

/** 1200 g is 1.2 kg. Metric units have decimals; cups and spoons have fractions. */
function formatTotal(total: number, written: string): Quantity {
  const id = unitOf(written);
  const [largerId, largerShort] = largerUnits[id] ?? [];
  if (largerId !== undefined && largerShort !== undefined && total >= 1_000) {
    return formatTotal(convert(total, id, largerId) ?? total, largerShort);
  }
  if (metricUnits.has(id)) return { amount: String(round(total)), unit: written };
  const exact = Math.round(total * 1_000) / 1_000;
  return { amount: formatQuantity(exact) || String(exact), unit: pluralise(written, exact) };
}

/** Rounds to three significant digits, or to whole units from 100, which is precise enough for shopping. */
const round = (total: number): number => (total >= 100 ? Math.round(total) : Number(total.toPrecision(3)));
