/** As it is compared: without capitals, accents and what surplus space there is. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text, as they are compared; also of languages that put no space between them. */
export function wordsOf(text: string): string[] {
  const compared = folded(text);
  const found = compared.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!unspaced.test(compared)) return found;
  return found.flatMap((run) => [...segmenter.segment(run)].map(({ segment }) => segment));
}
