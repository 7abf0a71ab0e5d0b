import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { type Entry, parseEntry } from './entry.ts';

/** "- ", "•", "[ ]", "- [x]", "☐" and the like at the start of a line. */
const bullet = /^(?:[-*•·‣▪◦–—]\s+|[•·‣▪◦]\s*)?(?:\[[ xX✓✔]?\]\s*|[☐☑☒□✓✔]\s*)?/u;
/** "1. " and "2) ", but not the amount in "1.5 l". */
const numbering = /^\d{1,3}[.)]\s+(?=\S)/;
const separator = /[\n\r;]+/;
const hasContent = /[\p{L}\p{N}]/u;
/** A heading of a pasted list: "# Market", "Produce:". */
const heading = /^#{1,6}\s|:$/;

/** The items in the text of the add box: separated by semicolons or, in a pasted list, line breaks. */
function partsOf(text: string): string[] {
  const lines = text.split(separator).map((line) => line.trim().replace(bullet, '').trim());
  const parts = lines.filter((line) => hasContent.test(line));
  if (parts.length < 2) return parts;
  const items = parts.filter((part) => !heading.test(part)).map((part) => part.replace(numbering, ''));
  // A text of headings only is no list with headings.
  return items.length > 0 ? items : parts;
}

/** Writes "2x milk", "milk x2", "milk (2 l)", "milk: 2 l" and "milk - 2 l" in ways that an entry is parsed from. */
const withUsualQuantity = (part: string): string =>
  part
    .replace(/^(\d{1,4})\s?[x×]\s+(?=\p{L})/u, '$1 ')
    .replace(/(?<=\p{L})\s+[x×]\s?(\d{1,4})$/u, ', $1')
    .replace(/(?<=\p{L})\s+(\d{1,4})\s?[x×]$/u, ', $1')
    .replace(/(?<=\p{L})\s*\((\d[^()]*)\)$/u, ', $1')
    .replace(/(?<=\p{L})(?:\s*:|\s+[-–—])\s+(?=\d)/u, ', ');

export interface Entries {
  readonly entries: readonly Entry[];
  /** Why they cannot be added. */
  readonly problem: string | undefined;
}

const none: Entry = { name: '', amount: '', unit: '' };

/** Parses one or several items: "coffee, 250 g; bananas" or the lines of a pasted list. Other marks are left out. */
export function parseEntries(text: string): Entries {
  const parts = partsOf(text);
  return { entries: parts.map((part) => parseEntry(withUsualQuantity(part))), problem: problemOf(parts) };
}

function problemOf(parts: readonly string[]): string | undefined {
  const { name, perRequest } = groceryLimits;
  const long = parts.find((part) => part.length > name);
  if (long !== undefined) return `“${long.slice(0, 30)}…” is too long. An item can have ${name} characters.`;
  if (parts.length <= perRequest) return undefined;
  return `These are ${parts.length} items. ${perRequest} can be added at once.`;
}

/** The only item in a text, to search for; an empty one if there are several. */
export function parseSingleEntry(text: string): Entry {
  const { entries } = parseEntries(text);
  const [only = none] = entries;
  return entries.length > 1 ? none : only;
}

/** A pasted text of several lines, as it is shown in a field of one line. */
export const inOneLine = (text: string): string =>
  text
    .split(/[\n\r]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ');
