import { quantityOfRow, type Row, rowsOf } from '../../../../lib/grocery-rows.ts';
import type { Difference } from '../labels.ts';
import { isList, type ShownItem } from './shapes.ts';

export interface ShownRow extends Row<Line> {
  quantity: string;
  /** Whether the chosen event has changed one of its lines, or taken one away. */
  isChanged: boolean;
  /** The quantity before the chosen event, if that has changed it. */
  quantityBefore: string | undefined;
}

type Line = ShownItem & Pick<Required<ShownItem>, 'amount' | 'unit' | 'checked'>;

/** The rows that users saw: lines of the same thing are one row with their sum. */
export function shownRows(
  items: readonly ShownItem[],
  itemsBefore: readonly ShownItem[],
  changed: ReadonlySet<string>,
): ShownRow[] {
  const rowsBefore = rowsOf(linesOf(itemsBefore));
  return rowsOf(linesOf(items)).map((row) => {
    const ids = new Set(row.lines.map(({ id }) => id));
    const before = rowsBefore.find(
      ({ checked, lines }) => checked === row.checked && lines.some(({ id }) => ids.has(id)),
    );
    const quantity = quantityOfRow(row.lines);
    const quantityBefore = before && quantityOfRow(before.lines);
    const isOtherQuantity = quantityBefore !== undefined && quantityBefore !== quantity;
    return {
      ...row,
      quantity,
      isChanged: isOtherQuantity || row.lines.some(({ id }) => changed.has(id)),
      quantityBefore: isOtherQuantity && quantityBefore !== '' ? quantityBefore : undefined,
    };
  });
}

const linesOf = (items: readonly ShownItem[]): Line[] =>
  items.map((item) => ({ ...item, amount: item.amount ?? '', unit: item.unit ?? '', checked: item.checked ?? false }));

/**
 * The items before the changes of an event.
 * @param name of their document, with which the paths of the changes begin
 */
export function itemsBefore(
  name: string,
  items: readonly ShownItem[],
  changes: readonly Pick<Difference, 'path' | 'from'>[],
): ShownItem[] {
  const byId = new Map<string, Record<string, unknown>>(items.map((item) => [item.id, { ...item }]));
  const start = `${name}/items/`;
  for (const { path, from } of changes) {
    if (!path.startsWith(start)) continue;
    const [id = '', field, ...deeper] = path.slice(start.length).split('/');
    if (field === undefined || deeper.length > 0) continue;
    byId.set(id, { ...byId.get(id), [field]: from });
  }
  // Of an added item, there was no field, not even the id.
  const list = { items: [...byId.values()].filter(({ id }) => id !== undefined) };
  return isList(list) ? list.items : [];
}
