const decimalDigit = /\p{Nd}/u;
const vulgarFractions = /(\d?)([\u00BC-\u00BE\u2150-\u215E])/g;

/** Unicode encodes the decimal digits of a script contiguously, from zero to nine. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (decimalDigit.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** Rewrites numbers and fractions of any script in ASCII: `१½` as `1 1/2`, `２．５` as `2.5`. */
export const toAsciiNumbers = (text: string): string =>
  text
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
    .replace(vulgarFractions, (_, whole: string, fraction: string) =>
      [whole, fraction.normalize('NFKC')].filter(Boolean).join(' '),
    )
    .replaceAll('⁄', '/')
    .replace(/(?<=\d)[٫．](?=\d)/g, '.')
    .replace(/(\d) ?\/ ?(?=\d)/g, '$1/');
