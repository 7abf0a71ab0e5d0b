import { recipeLimits } from '../core/contracts/limits.ts';
import { isAside } from './asides.ts';
import { plainNumbers } from './digits.ts';

const bullet = /^(?:[-–—*•·‣◦▪▫■□☐●○►▶✓✔✅☑+~]|\[[ x]?\])\s*(?=\S)/u;
const counted = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const circled = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳';
const chinese = '一二三四五六七八九十';

/** The ways in which a line says that it is numbered; the first group is the number, the second the text. */
const numberings = [
  new RegExp(`^step (\\p{Nd}{1,2}|${counted.join('|')})(?![\\p{L}\\p{Nd}])[\\s.:)–-]*(.*)$`, 'iu'),
  /^[#(]?(\p{Nd}{1,2})\s*[.):、．）：](?!\p{Nd})[-–]?\s*(.*)$/u,
  /^[#(]?(\p{Nd}{1,2})\s*[-–—]\s+(?!\p{Nd})(.*)$/u,
  new RegExp(`^([${circled}])[\\s.:)]*(.*)$`, 'u'),
  /^(\d{1,2})\u20E3[\s.:)]*(.*)$/u,
  new RegExp(`^第\\s*(\\p{Nd}{1,2}|[${chinese}])\\s*步[\\s：:、，.]*(.*)$`, 'u'),
];
/** Without any sign a number counts only where it is the next one. */
const bare = /^(\p{Nd}{1,2})\s+((?!\p{Ll})\p{L}.*)$/u;

const spokenStep = new RegExp(`\\s(?=step (?:\\d{1,2}|${counted.join('|')})(?!\\p{L}))`, 'giu');
const sentenceEnd =
  /(?<=[.!?。！？।؟][)"'”’]?)\s*(?<!\b(?:approx|min|tbsp|tsp|oz|approx|e\.g|i\.e)\.\s*)(?<!\d\.)(?=\s\S|[^\s\p{P}\p{N}a-z])/iu;
/** How people who speak without a pause begin the next thing that they do. */
const spokenBeginning = /\s+(?=(?:(?:and )?then|next|after that|finally|first|second|third|now)\s+(?!of\b|up\b))/gi;

/** Lines from the one that begins the steps to the end. */
export function stepsOf(lines: readonly string[]): string[] {
  const pieces = lines
    .filter((line) => !isAside(line))
    .join('\n')
    .replace(/(?<=(?:^|\s)step)\n/gi, ' ')
    .split('\n')
    .flatMap((line) => line.split(spokenStep));
  return divided(pieces)
    .map((step) => step.replace(/\s+/g, ' ').trim())
    .filter((step) => /[\p{L}\p{N}]/u.test(step))
    .map((step) => step.slice(0, recipeLimits.step).trim())
    .slice(0, recipeLimits.steps);
}

function divided(lines: readonly string[]): string[] {
  let expected = 1;
  const numbered = lines.map((line) => {
    const found = numberOf(line, expected);
    if (found) expected = found.number + 1;
    return found?.text;
  });
  if (numbered.some((text) => text !== undefined)) return gathered(lines, numbered);
  const bulleted = lines.map((line) => (bullet.test(line) ? line.replace(bullet, '') : undefined));
  if (bulleted.some((text) => text !== undefined)) return gathered(lines, bulleted);
  return sentences(lines);
}

/** @param beginnings for each line that begins a step, its text without the sign; other lines go on with the step before */
function gathered(lines: readonly string[], beginnings: readonly (string | undefined)[]): string[] {
  const steps: string[] = [];
  lines.forEach((line, i) => {
    const begun = beginnings[i];
    if (begun !== undefined || steps.length === 0) steps.push(begun ?? line);
    else steps.push(`${steps.pop()} ${line}`);
  });
  return steps;
}

function numberOf(line: string, expected: number): { number: number; text: string } | undefined {
  for (const numbering of numberings) {
    const [, number = '', text = ''] = numbering.exec(line) ?? [];
    if (number !== '') return { number: numberNamed(number), text };
  }
  const [, number = '', text = ''] = bare.exec(line) ?? [];
  return number !== '' && numberNamed(number) === expected ? { number: expected, text } : undefined;
}

function numberNamed(number: string): number {
  for (const names of [counted, [...circled], [...chinese]]) {
    const place = names.indexOf(number.toLowerCase());
    if (place >= 0) return place + 1;
  }
  return Number(plainNumbers(number));
}

/** Captions break a line anywhere: one that begins with a small letter goes on with the sentence before. */
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
