import type { UnitSystem } from './unit-systems.ts';

/** "180 °C", "350°F", "180-200 degrees C", and "200C" without a sign, but not "2 C", which are cups. */
const temperature =
  /(?<![\p{L}\p{N}.,])(?:(\d{2,3})(?:\s?[-–]\s?(\d{2,3}))?\s?(?:[°º]|degrees?)\s?(C|F|Celsius|Fahrenheit)|(\d{3})\s?([CF]))(?![\p{L}\p{N}])/gu;

/** What is before or after it says it in the other unit: "350 °F (175 °C)", "180 °C or 350 °F". */
const afterCelsius = /\d{2,3}\s?(?:[°º]|degrees?)?\s?C(?:elsius)?[^\p{L}\p{N}]{0,3}(?:or )?$/u;
const afterFahrenheit = /\d{2,3}\s?(?:[°º]|degrees?)?\s?F(?:ahrenheit)?[^\p{L}\p{N}]{0,3}(?:or )?$/u;
const inCelsius = /^[^\p{L}\p{N}]{0,3}(?:or )?\d{2,3}(?:\s?[-–]\s?\d{2,3})?\s?(?:[°º]|degrees?)?\s?C/u;
const inFahrenheit = /^[^\p{L}\p{N}]{0,3}(?:or )?\d{2,3}(?:\s?[-–]\s?\d{2,3})?\s?(?:[°º]|degrees?)?\s?F/u;

/** The text with oven temperatures also in the unit of `system`, as ovens show them. */
export const withTemperatures = (text: string, system: UnitSystem | undefined): string =>
  text.replaceAll(temperature, (written, from, to, unit, bare, bareUnit, at: number) => {
    const isCelsius = String(unit ?? bareUnit).startsWith('C');
    const isWanted = system === (isCelsius ? 'us' : 'metric');
    const before = text.slice(Math.max(0, at - 24), at);
    const isSaidInBoth =
      (isCelsius ? inFahrenheit : inCelsius).test(text.slice(at + written.length)) ||
      (isCelsius ? afterFahrenheit : afterCelsius).test(before);
    if (!isWanted || isSaidInBoth) return written;
    const numbers = [from ?? bare, to].filter((number) => number !== undefined).map(Number);
    const converted = numbers.map(isCelsius ? toFahrenheit : toCelsius);
    return `${written} (${converted.join('-')} °${isCelsius ? 'F' : 'C'})`;
  });

const roundTo = (number: number, step: number): number => Math.round(number / step) * step;

/** Ovens have steps of 25 °F. */
function toFahrenheit(celsius: number): number {
  const exact = celsius * 1.8 + 32;
  return roundTo(exact, exact < 275 ? 5 : 25);
}

/** Ovens have steps of 5 °C; of meat and water, each degree counts. */
function toCelsius(fahrenheit: number): number {
  const exact = (fahrenheit - 32) / 1.8;
  return roundTo(exact, exact < 100 ? 1 : 5);
}
