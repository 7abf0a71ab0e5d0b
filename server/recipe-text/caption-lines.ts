/** Text beyond is not looked at: hours of speech stay far below it. */
const maxLength = 200_000;

const moment = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}`;
/** SubRip and WebVTT say `from --> to`, SubViewer `from,to`. */
const timing = new RegExp(`^${moment}(?: +--> +|,)${moment}`);
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * What is said or written, line by line: without the timings, numbers, tags and sounds of a caption file, and without
 * the repetitions of captions that roll up.
 */
export function captionLines(text: string): string[] {
  const raw = text
    .slice(0, maxLength)
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|[\n\u2028\u2029]/);
  const lines: string[] = [];
  // Only recognised speech has the time of each word, and it shows each line twice.
  const rollsUp = /<\d\d:\d\d:\d\d\.\d{3}>/.test(text.slice(0, maxLength));
  let inNote = false;
  raw.forEach((line, i) => {
    if (/^(?:NOTE|STYLE|REGION)\b/.test(line) && (i === 0 || raw[i - 1]?.trim() === '')) inNote = true;
    if (line.trim() === '') inNote = false;
    if (inNote || isFrame(line, i, raw)) return;
    const said = spoken(line);
    if (said !== '' && !(rollsUp && said === lines.at(-1))) lines.push(said);
  });
  return lines;
}

/** Whether a line belongs to the file, not to what is said. */
function isFrame(line: string, place: number, all: readonly string[]): boolean {
  if (timing.test(line.trim()) || (place === 0 && line.startsWith('WEBVTT'))) return true;
  if (place > 0 && place < 4 && /^(?:Kind|Language):/.test(line)) return true;
  // The number or name of a cue.
  if (!timing.test(all[place + 1]?.trim() ?? '')) return false;
  return /^\s*\d*\s*$/.test(line) || place === 0 || all[place - 1]?.trim() === '';
}

const spoken = (line: string): string =>
  line
    .replace(/<\/?(?:[a-z][^<>]{0,100}|[\d:.]{5,16})>/gi, '')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/[[(](?:music|applause|laughter|laughs|silence|__)[\])]|[♪♫]/gi, ' ')
    .replace(/^\s*>>\s*/, '')
    .replace(/\u200B|\u200E|\u200F|\u2060|\uFE0F/g, '')
    .replace(/\s+/g, ' ')
    .trim();
