import { sumQuantities } from '../../server/core/contracts/quantities.ts';
import { quantityOf } from './quantity-of.ts';
import { stems } from './words.ts';

interface Line {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly unit: string;
  readonly checked: boolean;
}

/** Items of the same thing, which are shown as one row. They stay separate items. */
export interface Row<Item extends Line> {
  /** Stays the same while lines are added, removed and checked, so that the row keeps the focus. */
  readonly key: string;
  readonly name: string;
  readonly checked: boolean;
  /** In the order of the list; at least one. */
  readonly lines: readonly [Item, ...Item[]];
}

/** The same for "Egg", "eggs" and " EGGS ". */
const thingOf = (name: string): string => stems(name).join(' ') || name.trim().toLowerCase();

/** One row for all items of a thing that are checked, and one for those that are not. Each is where its first item is. */
export function rowsOf<Item extends Line>(items: readonly Item[]): Row<Item>[] {
  const linesByRow = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const thing = thingOf(item.name);
    const key = item.checked ? `${thing}, checked` : thing;
    const lines = linesByRow.get(key);
    if (lines) lines.push(item);
    else linesByRow.set(key, [item]);
  }
  return Array.from(linesByRow, ([key, lines]) => {
    const thing = thingOf(lines[0].name);
    return { key: linesByRow.has(thing) ? key : thing, name: nameOf(lines), checked: lines[0].checked, lines };
  });
}

/** The first rows of all sections together. Sections without any are left out. */
export function firstRows<Section extends { readonly rows: readonly unknown[] }>(
  sections: readonly Section[],
  count: number,
): Section[] {
  let left = count;
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, left);
    left -= rows.length;
    return rows.length > 0 ? [{ ...section, rows }] : [];
  });
}

/** "Onions" rather than "Onion". */
const nameOf = (lines: readonly [Line, ...Line[]]): string =>
  lines.reduce((longest, { name }) => (name.length > longest.length ? name : longest), lines[0].name);

/** "3 l", or "2 l + 1 bottle" if they cannot be added. The quantity of a single line is as its author wrote it. */
export const quantityOfRow = (lines: readonly [Line, ...Line[]]): string =>
  lines.length === 1 ? quantityOf(lines[0]) : sumQuantities(lines).map(quantityOf).join(' + ');
