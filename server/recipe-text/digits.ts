const decimalDigit = /\p{Nd}/u;
const vulgarFractions = /(\d?)([\u00BC-\u00BE\u2150-\u215E])/g;

/** The ASCII digit of a decimal digit. Unicode has them in runs from 0 to 9; runs may be adjacent, hence modulo 10. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (decimalDigit.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/**
 * Rewrites decimal digits and separators of any script and vulgar fractions in ASCII: `१½` as `1 1/2`, `２．５` as `2.5`.
 */
export const toAsciiNumbers = (text: string): string =>
  text
    .replace(/(?![0-9])\p{Nd}/gu, toAsciiDigit)
    .replace(vulgarFractions, (_, whole: string, fraction: string) =>
      [whole, fraction.normalize('NFKC')].filter(Boolean).join(' '),
    )
    .replaceAll('⁄', '/')
    .replace(/(?<=\d)[٫．](?=\d)/g, '.')
    .replace(/(\d) ?\/ ?(?=\d)/g, '$1/');
