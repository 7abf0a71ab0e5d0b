/** Normalizes a text for comparison: no capitals, accents or surplus space. */
export const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** The normalized words of a text, also in languages that put no spaces between words. */
export function wordsOf(text: string): string[] {
  const normalized = normalize(text);
  const found = normalized.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!unspaced.test(normalized)) return found;
  return found.flatMap(segmentsOf);
}

let segmenter: Intl.Segmenter | undefined;

/** Made at the first use: its dictionaries take long to load. */
function segmentsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
