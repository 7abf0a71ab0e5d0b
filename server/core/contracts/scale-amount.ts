import { formatQuantity } from 'format-quantity';
import { numericQuantity } from 'numeric-quantity';

const metricUnit =
  /^(?:[mkcd]?[gl]|(?:milli|kilo|centi|deci)?(?:gram(?:me)?|lit(?:er|re))s?|grs?|kilos?|gramos?|gramm)\.?$/i;
/** "2-3": also with a dash, or in words. */
const range = /^(.+?)(\s*(?:[-–—]|\bto\b)\s*)(.+)$/;

/**
 * Multiplies an amount as people write it: "1 1/2", "½", "0,5", "2-3". Metric units get decimals, other units fractions.
 * @returns undefined if the amount is not a number, such as "some"
 */
export function scaleAmount(amount: string, unit: string, factor: number): string | undefined {
  const number = parseAmount(amount);
  if (number !== undefined) return formatAmount(number * factor, unit, amount.includes(','));
  const [, from = '', separator = '', to = ''] = range.exec(amount) ?? [];
  const [least, most] = [parseAmount(from), parseAmount(to)];
  if (least === undefined || most === undefined) return undefined;
  return [least, most].map((each) => formatAmount(each * factor, unit, amount.includes(','))).join(separator);
}

/** A comma before one or two digits is a decimal separator, as in much of the world. */
export function parseAmount(amount: string): number | undefined {
  const number = numericQuantity(amount, /^\d+,\d{1,2}$/.test(amount) ? { decimalSeparator: ',' } : {});
  return Number.isFinite(number) ? number : undefined;
}

/** Three significant digits, or whole units from 100, are precise enough for shopping. */
const rounded = (number: number): number => (number >= 100 ? Math.round(number) : Number(number.toPrecision(3)));

function formatAmount(number: number, unit: string, hasComma: boolean): string {
  const isFraction = !metricUnit.test(unit.trim()) && !hasComma && number < 100;
  const decimals = String(rounded(number));
  const text = isFraction ? formatQuantity(rounded(number)) || decimals : decimals;
  return hasComma ? text.replace('.', ',') : text;
}
