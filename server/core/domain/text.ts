/** What people write, as it is recorded: nothing in it that cannot be seen, and nothing when there is nothing to see. */

/** Halves of characters, control characters, and what turns the direction of the words that stand beside it. */
const unprintable = /[[\p{Cs}\p{Cc}\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv;

/** Joiners, fillers and blanks have letters' places in Unicode, but nobody sees them. */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Of as many lines as it has. */
export function text(written: string): string {
  const printable = written.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replaceAll(unprintable, '');
  return visible.test(printable) ? printable.trim() : '';
}

/** On one line. */
export const line = (written: string): string => text(written).replaceAll(/[\n\t]+/g, ' ');
