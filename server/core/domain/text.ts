/** Normalizes users' text before it is recorded: removes invisible characters; text without visible ones is empty. */

/** Lone surrogates, control characters, and characters that change the direction of adjacent text. */
const unprintable = /[[\p{Cs}\p{Cc}\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv;

/** Unicode assigns joiners, fillers and blanks to letters and symbols, but they are invisible. */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Most short texts: nothing in them is replaced. */
const printableAscii = /^[\x20-\x7e]*$/;

/** Keeps line breaks, as `\n`. */
export function text(written: string): string {
  if (printableAscii.test(written)) return written.trim();
  const printable = written.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replaceAll(unprintable, '');
  return visible.test(printable) ? printable.trim() : '';
}

/** Joins the lines by spaces. */
export const line = (written: string): string => text(written).replaceAll(/[\n\t]+/g, ' ');
