import { formatQuantity } from 'format-quantity';
import { numericQuantity } from 'numeric-quantity';

const metricUnit =
  /^(?:[mkcd]?[gl]|(?:milli|kilo|centi|deci)?(?:gram(?:me)?|lit(?:er|re))s?|grs?|kilos?|gramos?|gramm)\.?$/i;
/** "2-3": also with a dash, or in words. */
const range = /^(.+?)(\s*(?:[-–—]|\bto\b|\bor\b)\s*)(.+)$/;
/** A count and a size: "2 x 400". Only the count is scaled, since a package has its size. */
const multiple = /^(.+?)(\s*[x×]\s*.+)$/;
/** "1-1/2", which is no range. */
const hyphenated = /^(\d+)-(?=\d+\/)/;

/** An amount that is a number, or two with what separates them: "2-3". */
export interface ParsedAmount {
  readonly numbers: readonly [number] | readonly [least: number, most: number];
  readonly separator: string;
  /** "0,5". */
  readonly hasComma: boolean;
}

/** An amount as people write it: "1 1/2", "½", "0,5", "2-3", "1 or 2". Returns undefined if it is not a number, such as "some". */
export function parseAmounts(written: string): ParsedAmount | undefined {
  const amount = written.replace(hyphenated, '$1 ');
  const hasComma = amount.includes(',');
  const number = parseAmount(amount);
  if (number !== undefined) return { numbers: [number], separator: '', hasComma };
  const [, from = '', separator = '', to = ''] = range.exec(amount) ?? [];
  const [least, most] = [parseAmount(from), parseAmount(to)];
  return least === undefined || most === undefined ? undefined : { numbers: [least, most], separator, hasComma };
}

/**
 * Multiplies an amount. Metric units get decimals, other units fractions that can be measured: 3/7 of a cup is 3/8.
 * @returns undefined if the amount is not a number
 */
export function scaleAmount(amount: string, unit: string, factor: number): string | undefined {
  const parsed = parseAmounts(amount);
  if (parsed) {
    return parsed.numbers.map((each) => formatAmount(each * factor, unit, parsed.hasComma)).join(parsed.separator);
  }
  const [, times = '', size = ''] = multiple.exec(amount) ?? [];
  const count = parseAmount(times);
  return count === undefined ? undefined : formatFraction(count * factor) + size;
}

/** A comma before one or two digits, or after a zero, is a decimal separator, as in much of the world. */
export function parseAmount(amount: string): number | undefined {
  const number = numericQuantity(amount, /^(?:\d+,\d{1,2}|0,\d+)$/.test(amount) ? { decimalSeparator: ',' } : {});
  return Number.isFinite(number) ? number : undefined;
}

/** Three significant digits, or whole units from 100, are precise enough for shopping. */
const rounded = (number: number): number => (number >= 100 ? Math.round(number) : Number(number.toPrecision(3)));

function formatAmount(number: number, unit: string, hasComma: boolean): string {
  if (!metricUnit.test(unit.trim()) && !hasComma && number < 100) return formatFraction(number);
  const text = String(rounded(number));
  return hasComma ? text.replace('.', ',') : text;
}

/** Measuring cups and spoons exist in these parts: the simplest ones first. */
const denominators = [[1], [2], [3, 4], [8]];
/** A simpler fraction is better than one that is more precise than cooking. */
const tolerance = 0.03;

/** The simplest fraction within 3 %, else the nearest one in eighths. Returns 0 below a sixteenth. */
export function nearestFraction(number: number): number {
  const distance = (each: number) => Math.abs(each - number);
  const nearest = denominators.map((equallySimple) =>
    equallySimple
      .map((denominator) => Math.round(number * denominator) / denominator)
      .reduce((best, each) => (distance(each) < distance(best) ? each : best)),
  );
  return nearest.find((each) => distance(each) <= tolerance * number) ?? Math.round(number * 8) / 8;
}

/** "1 1/2". What is too small for a fraction has decimals. */
export function formatFraction(number: number): string {
  const nearest = nearestFraction(number);
  const decimals = String(rounded(nearest || number));
  return nearest === 0 ? decimals : formatQuantity(nearest) || decimals;
}

/** Fractions that have a sign of their own and are used in a kitchen. */
const withSign = /^\d*[¼½¾⅓⅔⅛⅜⅝⅞]$/;

/** "1½" for "1 1/2" and "1.5". Other amounts stay as they are. */
export function withFractionSigns(amount: string): string {
  const parsed = parseAmounts(amount);
  if (!parsed || parsed.hasComma || !/[/.]/.test(amount)) return amount;
  const texts = parsed.numbers.map((number) => {
    const text = formatQuantity(number, { vulgarFractions: true }) ?? '';
    return withSign.test(text) ? text : String(number);
  });
  return texts.some((text) => withSign.test(text)) ? texts.join(parsed.separator) : amount;
}
