import { recipeLimits } from '../core/contracts/limits.ts';
import { toAsciiNumbers } from '../recipe-text/digits.ts';
import { isNode, listOf } from './nodes.ts';

/** ISO 8601, with fractions in any part, as pages write it. Years and months are always 0 there. */
const iso =
  /^P(?:[\d.]+Y)?(?:[\d.]+M)?(?:(?<weeks>[\d.]+)W)?(?:(?<days>[\d.]+)D)?(?:T(?:(?<hours>[\d.]+)H)?(?:(?<minutes>[\d.]+)M)?(?:(?<seconds>[\d.]+)S)?)?$/i;
const worded =
  /(?<hours>\d+(?:[.,]\d+)?(?:\s+\d\/\d)?|\d\/\d)\s*(?:hours?|hrs?|h|Std\.?|Stunden?|heures?|horas?|ore|ora)(?![\p{L}])|(?<minutes>\d+)\s*(?:minutes?|minuten|mins?|min|m|minutos?|minuti)(?![\p{L}])/giu;

/**
 * The minutes of a duration: `PT1H30M`, `1 hour 30 minutes`, or a number of minutes. Undefined if it is none, is zero, or
 * is longer than a recipe may take.
 */
export function minutesOf(value: unknown): number | undefined {
  const [first] = listOf(value);
  if (isNode(first)) return minutesOf(first.maxValue ?? first.value ?? first.name ?? first['@text']);
  const minutes = typeof first === 'number' ? first : typeof first === 'string' ? parseMinutes(first.trim()) : 0;
  const rounded = Math.round(minutes);
  return rounded > 0 && rounded <= recipeLimits.cookingTime ? rounded : undefined;
}

function parseMinutes(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const parts = iso.exec(text)?.groups;
  if (parts) {
    const { weeks, days, hours, minutes, seconds } = parts;
    const part = (digits: string | undefined) => Number(digits ?? 0);
    return ((part(weeks) * 7 + part(days)) * 24 + part(hours)) * 60 + part(minutes) + part(seconds) / 60;
  }
  let sum = 0;
  for (const { groups } of toAsciiNumbers(text).matchAll(worded)) {
    sum += numberOf(groups?.hours ?? '0') * 60 + Number(groups?.minutes ?? 0);
  }
  return sum;
}

/** `1.5`, `1,5`, `1 1/2`, `1/2`. */
const numberOf = (text: string): number =>
  text
    .replace(',', '.')
    .split(/\s+/)
    .map((part) => part.split('/').map(Number))
    .reduce((sum, [numerator = 0, denominator = 1]) => sum + numerator / denominator, 0);
