import { nameOf } from './stream/labels.ts';

export interface ChangedField {
  /** Where it is: names of fields, and ids or places of elements of lists. Empty: the values as a whole differ. */
  path: string;
  /** The path in words, such as "Eggs, amount". */
  label: string;
  /** Undefined: it was not there. */
  from: unknown;
  to: unknown;
}

/** Where two JSON values differ. Elements of arrays are matched by `id` or, without one, by index. */
export const changedFields = (from: unknown, to: unknown): ChangedField[] =>
  changedBelow({ path: '', label: '' }, from, to);

function changedBelow(
  { path, label }: Pick<ChangedField, 'path' | 'label'>,
  from: unknown,
  to: unknown,
): ChangedField[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  const [before, after] = [partsOf(from), partsOf(to)];
  if (!before || !after) return [{ path, label, from, to }];
  const isList = Array.isArray(from) || Array.isArray(to);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const below = {
      path: path === '' ? key : `${path}/${key}`,
      label: isList ? elementLabel(label, key, was ?? is) : label === '' ? key : `${label}, ${key}`,
    };
    return changedBelow(below, was, is);
  });
}

/** An element goes by its name; without one, by its list and its id or its place from 1 on. */
const elementLabel = (list: string, key: string, element: unknown): string =>
  nameOf(element) ?? `${list} ${idOf(element) === undefined ? Number(key) + 1 : key}`;

function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return new Map(value.map((element, at) => [idOf(element) ?? String(at), element]));
}

function idOf(element: unknown): string | undefined {
  if (typeof element !== 'object' || element === null || !('id' in element)) return undefined;
  return typeof element.id === 'string' ? element.id : undefined;
}
