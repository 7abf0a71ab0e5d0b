import { unitPattern } from './units.ts';

/** An amount with its unit. `rest` is the remaining text, the name of the ingredient. */
export interface Quantity {
  readonly amount: string;
  readonly unit: string;
  readonly rest: string;
}

const numerals: Readonly<Record<string, string>> = {
  a: '1',
  an: '1',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  half: '1/2',
  quarter: '1/4',
};
const cardinals = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const fractions = '(?:(?:an? |one )?(?:half|quarter)|three quarters|two thirds|(?:a|one) third)(?: of)?(?: an?)?';
const number = '\\d{1,4}/\\d{1,4}|\\d{1,6}(?:[.,]\\d{1,3})?(?:(?: |-| and )\\d{1,2}/\\d{1,2})?';
const digits = `(?:${number})(?: ?(?:-|–|to|or) ?(?:${number})| ?[x×] ?(?:${number}))?`;
const numeralRange = `(?:${cardinals}) (?:to|or) (?:${cardinals})`;
const words = `(?:${numeralRange}|(?:${cardinals}) and ${fractions}|${fractions}|${cardinals})(?![\\p{L}\\p{M}])`;
const cjk = '[一二三四五六七八九十两半](?=杯|勺|大勺|小勺|汤匙|茶匙|克|个|個|颗|瓣|片|根)';

const onlyUnit = new RegExp(`^${unitPattern}$`, 'iu');
const firstUnit = new RegExp(`^(?:of |${unitPattern}\\s)`, 'iu');
const leading = new RegExp(
  `^(?:(?<digits>${digits})|(?<words>${words})|(?<cjk>${cjk})|(?<article>an?)(?= ))\\s*(?<unit>${unitPattern})?`,
  'iu',
);
/** A quantity after the name: `Flour - 2 cups`, `小麦粉 200g`. */
const trailing = new RegExp(
  `^(?<name>.*?[\\p{L}\\p{M})])\\s*(?:[-–—:：=…・]|\\.{2,})?\\s*(?<before>${unitPattern})?(?<=[^\\d.,/])(?<digits>${digits})\\s*(?<unit>${unitPattern})?$`,
  'iu',
);
/** The start of each ingredient in continuous text: `two cups flour | one egg | a pinch of salt`. */
const beginning = new RegExp(
  `(?<=^|[\\p{L}\\p{M}),.;&]\\s)(?:${digits}|${words}|an? ${unitPattern})(?=\\s|${unitPattern})`,
  'giu',
);

/** The same quantity in other units: `200g/7oz flour`. */
const otherUnit = new RegExp(`^\\s?/\\s?${digits}\\s*${unitPattern}(?=\\s)`, 'iu');

const cjkNumerals = ' 一二三四五六七八九十';

function amountOf(text: string): string {
  const spoken = text.toLowerCase();
  if (/^\d/.test(spoken)) return text.replace(/ and (?=\d)/, ' ').replace(/^(\d+)-(?=\d+\/)/, '$1 ');
  if (spoken === '两') return '2';
  if (spoken === '半') return '1/2';
  const value = cjkNumerals.indexOf(spoken);
  if (value > 0) return String(value);
  const range = / (?:to|or) /.exec(spoken);
  if (range)
    return `${amountOf(spoken.slice(0, range.index))}-${amountOf(spoken.slice(range.index + range[0].length))}`;
  if (spoken.startsWith('three quarters')) return '3/4';
  if (spoken.startsWith('two thirds')) return '2/3';
  if (/^(?:a|one) third/.test(spoken)) return '1/3';
  const [whole = '', ...others] = spoken.split(' and ');
  const fraction = others.length > 0 ? ` ${amountOf(others.join(' '))}` : '';
  const named = whole.split(' ').find((word) => word === 'half' || word === 'quarter') ?? whole;
  return (numerals[named] ?? '') + fraction;
}

const withoutDot = (unit = ''): string => unit.trim().replace(/(?<=\p{L}{2})\.$/u, '');

/** The quantity at the start or at the end of a line. @param line with ASCII numbers */
export function quantityOf(line: string): Quantity | undefined {
  const first = leading.exec(line);
  if (first?.groups) {
    const { digits: figures, words: spoken, cjk: sign, article, unit } = first.groups;
    const next = line.charAt(first[0].length);
    // `2nd`, `7up`: a number followed by letters is a quantity only if they are a unit.
    const isWord = figures !== undefined && unit === undefined && /[\p{L}\p{M}]/u.test(next) && /\d$/.test(first[0]);
    const caseless = /[\p{Lo}]/u.test(next);
    const rest = line.slice(first[0].length);
    // `2-inch piece` is a size.
    if (figures !== undefined && unit === undefined && /^-\p{L}/u.test(rest)) return undefined;
    if (!isWord || caseless) {
      const amount = amountOf(figures ?? spoken ?? sign ?? article ?? '');
      return { amount, unit: withoutDot(unit), rest: rest.replace(otherUnit, '') };
    }
  }
  const last = trailing.exec(line);
  if (!last?.groups) return undefined;
  const { name = '', digits: figures = '', unit, before } = last.groups;
  return { amount: amountOf(figures), unit: withoutDot(unit ?? before), rest: name };
}

/** Splits continuous text before each quantity. @param text with ASCII numbers */
export function splitAtQuantities(text: string): string[] {
  const cuts = [...text.matchAll(beginning)].map(({ index }) => index).filter((index) => index > 0);
  const pieces = [0, ...cuts].map((start, i) => text.slice(start, cuts[i]));
  // A last quantity without a name belongs to the name before it.
  return quantityOf(pieces.at(-1)?.trim() ?? '')?.rest === ''
    ? [...pieces.slice(0, -2), pieces.slice(-2).join('')]
    : pieces;
}

/** Whether the text ends with a quantity whose name must follow. @param text with ASCII numbers */
export function endsInQuantity(text: string): boolean {
  if (trailing.test(text)) return false;
  const last = text.slice(text.lastIndexOf(' ') + 1);
  return onlyUnit.test(last) || quantityOf(last)?.rest === '';
}

/** Whether the text continues a quantity of the previous line. */
export const startsWithUnit = (text: string): boolean => firstUnit.test(text);
