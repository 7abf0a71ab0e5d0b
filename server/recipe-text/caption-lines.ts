import { withoutInvisible } from './lines.ts';

/** In characters; the rest is ignored. Hours of speech are far shorter. */
const maxLength = 200_000;

const timestamp = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}`;
/** SubRip and WebVTT write `from --> to`, SubViewer `from,to`. */
const timing = new RegExp(`^${timestamp}(?: +--> +|,)${timestamp}`);
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * The lines of captions or plain text, without the timings, numbers, tags and sounds of a caption file, and without the
 * repeated lines of roll-up captions.
 */
export function captionLines(text: string): string[] {
  const raw = text
    .slice(0, maxLength)
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|[\n\u2028\u2029]/);
  const lines: string[] = [];
  // Only automatic captions have a timestamp for each word, and they repeat each line.
  const isRollUp = /<\d\d:\d\d:\d\d\.\d{3}>/.test(text.slice(0, maxLength));
  let inNote = false;
  raw.forEach((line, i) => {
    if (/^(?:NOTE|STYLE|REGION)\b/.test(line) && (i === 0 || raw[i - 1]?.trim() === '')) inNote = true;
    if (line.trim() === '') inNote = false;
    if (inNote || isFileSyntax(line, i, raw)) return;
    const text = textOf(line);
    if (text !== '' && !(isRollUp && text === lines.at(-1))) lines.push(text);
  });
  return lines;
}

/** Whether a line is part of the file's format and not of its text. */
function isFileSyntax(line: string, index: number, all: readonly string[]): boolean {
  if (timing.test(line.trim()) || (index === 0 && line.startsWith('WEBVTT'))) return true;
  if (index > 0 && index < 4 && /^(?:Kind|Language):/.test(line)) return true;
  // The number or name of a cue.
  if (!timing.test(all[index + 1]?.trim() ?? '')) return false;
  return /^\s*\d*\s*$/.test(line) || index === 0 || all[index - 1]?.trim() === '';
}

const textOf = (line: string): string =>
  withoutInvisible(line)
    .replace(/<\/?(?:[a-z][^<>]{0,100}|[\d:.]{5,16})>/gi, '')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/[[(](?:music|applause|laughter|laughs|silence|__)[\])]|[♪♫]/gi, ' ')
    .replace(/^\s*>>\s*/, '')
    .replace(/\uFE0F/g, '')
    .replace(/\s+/g, ' ')
    .trim();
