const decimalDigit = /\p{Nd}/u;
const vulgarFractions = /(\d?)([\u00BC-\u00BE\u2150-\u215E])/g;

/** Unicode keeps the decimal digits of a script together, from its zero to its nine. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (decimalDigit.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** Numbers as they are written on a shopping list, in the digits 0 to 9: `१½` is `1 1/2`, `２．５` is `2.5`. */
export const plainNumbers = (text: string): string =>
  text
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
    .replace(vulgarFractions, (_, whole: string, fraction: string) =>
      [whole, fraction.normalize('NFKC')].filter(Boolean).join(' '),
    )
    .replaceAll('⁄', '/')
    .replace(/(?<=\d)[٫．](?=\d)/g, '.')
    .replace(/(\d) ?\/ ?(?=\d)/g, '$1/');
