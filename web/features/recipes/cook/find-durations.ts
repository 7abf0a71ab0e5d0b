import { parseAmount } from '../../../../server/core/contracts/scale-amount.ts';

/** A duration that a step names, from `start` to `end` of its text. */
export interface Duration {
  readonly start: number;
  readonly end: number;
  readonly seconds: number;
}

/** What is longer is not waited for in the kitchen. */
const maxSeconds = 24 * 60 * 60;

const units: readonly (readonly [seconds: number, pattern: string])[] = [
  // English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish.
  [3_600, 'hours?|hrs?|h|Stunden?|Std|heures?|horas?|or[ae]|uur|uren|timm(?:e|ar)'],
  [60, 'minutes?|mins?|mn|Minuten?|minut[oi]s?|minuut|minut(?:er)?'],
  [1, 'seconds?|secs?|s(?!-)|Sekunden?|Sek|secondes?|segundos?|second[oi]|seconden|sekund(?:er)?'],
];
/** Chinese and Japanese, which write no space. */
const joined: readonly (readonly [seconds: number, pattern: string])[] = [
  [3_600, '小时|小時|時間'],
  [60, '分钟|分鐘|分(?![の之割])'],
  [1, '秒'],
];

const words: Readonly<Record<string, number>> = {
  half: 0.5,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  'forty-five': 45,
  forty: 40,
  fifty: 50,
  sixty: 60,
};

const fraction = '[¼½¾⅓⅔⅛⅜⅝⅞]';
/** Between a number and its fraction: "1 1/2", "1-1/2", "1 and 1/2", "1½". */
const beforeFraction = '(?: |-| and )';
const digits = `\\d{1,3}(?:[.,]\\d{1,2})?(?:${beforeFraction}?${fraction}|${beforeFraction}\\d{1,2}/\\d{1,2}|/\\d{1,2})?|${fraction}`;
const word = Object.keys(words).join('|');
const unit = units.map(([, pattern]) => pattern).join('|');
const unitJoined = joined.map(([, pattern]) => pattern).join('|');
/** "10-12 min", "2 to 3 minutes": the first number, after which the cook looks. "1 or 2". */
const toMost = `(?:\\s?(?:[-–—]|to|or|bis|à|a|o|ou)\\s?(?:${digits}|${word}))?`;
const inDigits = `(?<number>${digits})${toMost}[\\s-]?`;
const inWords = `(?:(?<half>half an?)|(?<word>${word})(?: and a (?<and>half|quarter))?${toMost})[\\s-]`;
/** Not within a word or a longer number, but "1h30min". */
const beginning = '(?<![\\p{N}.,/])(?:(?<!\\p{Script=Latin})|(?<=\\dh))';
/** One number with its unit: "6½ minutes", "20-minute", "half an hour", "an hour and a half". */
const part = new RegExp(
  `${beginning}(?:${inDigits}(?:(?<joined>${unitJoined})|(?<unit>${unit})(?!\\p{L}))|${inWords}(?<named>${unit})(?!\\p{L}))(?:\\sand a (?<after>half|quarter))?`,
  'giu',
);
/** Between the parts of one duration: "1 hour 30 minutes", "1 hour and 30 minutes". */
const connection = /^\s?(?:,|and|und|et|y|e|&)?\s?$/i;
/** What is not waited for: "one minute short", "5 minutes before serving", but not "for 5 minutes before serving". */
function isNoWait(before: string, after: string): boolean {
  if (/^\s(?:short|less|early|earlier|ago|old)\b/i.test(after)) return true;
  if (/^\s(?:before|ahead)\b/i.test(after)) return !/\bfor\s(?:\w+\s){0,2}$/i.test(before);
  return /\b(?:every|each|alle|toutes les|cada|ogni)\s$/i.test(before);
}

/** The durations in the text of a step, in their order. Of a range, it is the shorter one. */
export function findDurations(text: string): Duration[] {
  const found: Duration[] = [];
  let previousUnit = 0;
  for (const match of text.matchAll(part)) {
    const { unit: written, named, joined: sign } = match.groups ?? {};
    const unitSeconds = secondsOf(written ?? named, units) ?? secondsOf(sign, joined) ?? 0;
    const seconds = Math.round(numberOf(match.groups ?? {}) * unitSeconds);
    const [start, end] = [match.index, match.index + match[0].length];
    const last = found.at(-1);
    if (last && previousUnit > unitSeconds && connection.test(text.slice(last.end, start))) {
      found[found.length - 1] = { start: last.start, end, seconds: last.seconds + seconds };
    } else found.push({ start, end, seconds });
    previousUnit = unitSeconds;
  }
  return found.filter(
    ({ start, end, seconds }) =>
      seconds > 0 && seconds <= maxSeconds && !isNoWait(text.slice(0, start), text.slice(end)),
  );
}

const secondsOf = (written: string | undefined, patterns: typeof units): number | undefined =>
  written === undefined
    ? undefined
    : patterns.find(([, pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(written))?.[0];

function numberOf({ half, number, word: named, and, after }: Readonly<Record<string, string | undefined>>): number {
  if (half !== undefined) return 0.5;
  const whole =
    number === undefined
      ? (words[named?.toLowerCase() ?? ''] ?? 0)
      : (parseAmount(number.replace(/-| and /i, ' ')) ?? 0);
  const part = and ?? after;
  return whole + (part === 'half' ? 0.5 : part === 'quarter' ? 0.25 : 0);
}

/** Whether any step names a duration. */
export const haveDurations = (steps: readonly string[]): boolean =>
  steps.some((text) => findDurations(text).length > 0);
