import { fieldGroups } from '../../contracts/field-groups.ts';
import type { ItemEntry } from './item-entry.ts';
import { groceryListRefusals } from './refusals.ts';

export type EditedValues = { readonly [Field in keyof ItemEntry]?: string | undefined };

/** New values of some fields. `from`: the values that the user saw; without them, the edit applies to any value. */
export type ItemEdit = EditedValues & { readonly from?: EditedValues | undefined };

/**
 * The item after an edit; the same object if it changes nothing. A value that nobody has seen is not replaced: if a group was
 * changed meanwhile, the edit is refused, unless both changes have the same result.
 * @throws Refusal
 */
export function mergeEdit(item: ItemEntry, { from = {}, ...to }: ItemEdit): ItemEntry {
  let merged = item;
  for (const fields of fieldGroups) {
    if (fields.every((field) => to[field] === undefined)) continue;
    const wanted = (field: keyof ItemEntry): string => to[field] ?? from[field] ?? item[field];
    if (fields.every((field) => wanted(field) === item[field])) continue;
    const conflict = fields.find((field) => from[field] !== undefined && from[field] !== item[field]);
    if (conflict !== undefined) throw groceryListRefusals.itemChangedMeanwhile(conflict);
    merged = { ...merged, ...Object.fromEntries(fields.map((field) => [field, wanted(field)])) };
  }
  return merged;
}
