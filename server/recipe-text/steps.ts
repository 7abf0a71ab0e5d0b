import { recipeLimits } from '../core/contracts/limits.ts';
import { isAside, withoutLinks } from './asides.ts';
import { toAsciiNumbers } from './digits.ts';
import { bullet } from './lines.ts';

const cardinals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const circled = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳';
const cjkNumerals = '一二三四五六七八九十';

/** Notations of a numbered line. The first group is the number, the second the text. */
const numberings = [
  new RegExp(`^step (\\p{Nd}{1,2}|${cardinals.join('|')})(?![\\p{L}\\p{Nd}])[\\s.:)–-]*(.*)$`, 'iu'),
  /^[#(]?(\p{Nd}{1,2})\s*[.):、．）：](?!\p{Nd})[-–]?\s*(.*)$/u,
  /^[#(]?(\p{Nd}{1,2})\s*[-–—]\s+(?!\p{Nd})(.*)$/u,
  new RegExp(`^([${circled}])[\\s.:)]*(.*)$`, 'u'),
  /^(\d{1,2})\uFE0F?\u20E3[\s.:)]*(.*)$/u,
  new RegExp(`^第\\s*(\\p{Nd}{1,2}|[${cjkNumerals}])\\s*步[\\s：:、，.]*(.*)$`, 'u'),
];
/** A number without punctuation is accepted only if it is the expected one. */
const bareNumber = /^(\p{Nd}{1,2})\s+((?!\p{Ll})\p{L}.*)$/u;

const spokenStep = new RegExp(`\\s(?=step (?:\\d{1,2}|${cardinals.join('|')})(?!\\p{L}))`, 'giu');
const sentenceEnd =
  /(?<=[.!?。！？।؟][)"'”’]?)\s*(?<!\b(?:approx|min|tbsp|tsp|oz|e\.g|i\.e)\.\s*)(?<!\d\.)(?=\s\S|[^\s\p{P}\p{N}a-z])/iu;
/** Words that begin a step in speech without punctuation. */
const spokenBeginning = /\s+(?=(?:(?:and )?then|next|after that|finally|first|second|third|now)\s+(?!of\b|up\b))/gi;

/** @param lines of the section of steps */
export function stepsOf(lines: readonly string[]): string[] {
  const pieces = lines
    .filter((line) => !isAside(line))
    .map(withoutLinks)
    .join('\n')
    .replace(/(?<=(?:^|\s)step)\n/gi, ' ')
    .split('\n')
    .flatMap((line) => line.split(spokenStep));
  return splitIntoSteps(pieces)
    .map((step) => step.replace(/\s+/g, ' ').trim())
    .filter((step) => /[\p{L}\p{N}]/u.test(step))
    .map((step) => step.slice(0, recipeLimits.step).trim())
    .slice(0, recipeLimits.steps);
}

function splitIntoSteps(lines: readonly string[]): string[] {
  let expected = 1;
  const numbered = lines.map((line) => {
    const found = numberOf(line, expected);
    if (found) expected = found.number + 1;
    return found?.text;
  });
  if (numbered.some((text) => text !== undefined)) return joinContinuations(lines, numbered);
  const bulleted = lines.map((line) => (bullet.test(line) ? line.replace(bullet, '') : undefined));
  if (bulleted.some((text) => text !== undefined)) return joinContinuations(lines, bulleted);
  return sentences(lines);
}

/**
 * @param beginnings for each line that begins a step, its text without number or bullet; other lines continue the
 * previous step
 */
function joinContinuations(lines: readonly string[], beginnings: readonly (string | undefined)[]): string[] {
  const steps: string[] = [];
  lines.forEach((line, i) => {
    const beginning = beginnings[i];
    if (beginning !== undefined || steps.length === 0) steps.push(beginning ?? line);
    else steps.push(`${steps.pop()} ${line}`);
  });
  return steps;
}

function numberOf(line: string, expected: number): { number: number; text: string } | undefined {
  for (const numbering of numberings) {
    const [, number = '', text = ''] = numbering.exec(line) ?? [];
    if (number !== '') return { number: numberNamed(number), text };
  }
  const [, number = '', text = ''] = bareNumber.exec(line) ?? [];
  return number !== '' && numberNamed(number) === expected ? { number: expected, text } : undefined;
}

function numberNamed(number: string): number {
  for (const names of [cardinals, [...circled], [...cjkNumerals]]) {
    const index = names.indexOf(number.toLowerCase());
    if (index >= 0) return index + 1;
  }
  return Number(toAsciiNumbers(number));
}

/** Captions break lines anywhere: a line that begins in lower case continues the previous sentence. */
function sentences(lines: readonly string[]): string[] {
  const running = lines.reduce<string[]>((joined, line) => {
    const last = joined.at(-1);
    if (last !== undefined && /^[\p{Ll}\p{Nd}]/u.test(line) && !/[.!?。！？।؟]$/.test(last)) {
      joined[joined.length - 1] = `${last} ${line}`;
    } else joined.push(line);
    return joined;
  }, []);
  return running.flatMap((text) => {
    const parts = text.split(sentenceEnd);
    return parts.length === 1 && !/[.!?,]/.test(text) && /^\p{Ll}/u.test(text) ? text.split(spokenBeginning) : parts;
  });
}
