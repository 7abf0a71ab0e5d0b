/** A field whose value differs; undefined: it is not there. */
export interface Difference {
  /** Such as `items/019da8b0…/amount`: an element of an array that has an id goes by it. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The fields that differ between two JSON values, deepest first. Equal references are not compared. */
export const differences = (from: unknown, to: unknown): Generator<Difference> =>
  new Comparison().differences(from, to);

/**
 * Compares the versions of documents, each with the next one. It remembers the ids in the arrays of the newest version, so
 * that an event that changes one element of a long array costs only that element and a comparison of references.
 */
export class Comparison {
  readonly #ids = new WeakMap<readonly unknown[], Set<string>>();

  /** The fields that differ between two JSON values, deepest first. Equal references are not compared. */
  *differences(from: unknown, to: unknown, path = ''): Generator<Difference> {
    if (from === to) return;
    const [before, after] = this.#changedElements(from, to) ?? [fieldsOf(from), fieldsOf(to)];
    if (!before && !after) {
      if (JSON.stringify(from) !== JSON.stringify(to)) yield { path, from, to };
      return;
    }
    const isReplaced = (from !== undefined && !before) || (to !== undefined && !after);
    if (isReplaced) yield { path, from: before ? undefined : from, to: after ? undefined : to };
    for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
      yield* this.differences(before?.get(key), after?.get(key), path === '' ? key : `${path}/${key}`);
    }
  }

  /** The elements of both arrays between those that are the same at both ends; undefined unless all go by their ids. */
  #changedElements(from: unknown, to: unknown): [Map<string, unknown>, Map<string, unknown>] | undefined {
    if (!isFilledArray(from) || !isFilledArray(to)) return undefined;
    const ids = this.#ids.get(from) ?? idsOf(from);
    this.#ids.delete(from);
    if (!ids) return undefined;
    const shorter = Math.min(from.length, to.length);
    let start = 0;
    while (start < shorter && from[start] === to[start]) start += 1;
    let end = 0;
    while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
    const before = from.slice(start, from.length - end);
    const after = to.slice(start, to.length - end);
    for (const item of before) ids.delete(keyOf(item) ?? '');
    if (!addIds(ids, after)) return undefined;
    this.#ids.set(to, ids);
    return [byId(before), byId(after)];
  }
}

const isFilledArray = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

/** The ids of the elements; undefined if one has none, or several have the same. */
function idsOf(elements: readonly unknown[]): Set<string> | undefined {
  const ids = new Set<string>();
  return addIds(ids, elements) ? ids : undefined;
}

/** @returns whether each element has an id that is not among them yet */
function addIds(ids: Set<string>, elements: readonly unknown[]): boolean {
  for (const element of elements) {
    const id = keyOf(element);
    if (id === undefined || ids.has(id)) return false;
    ids.add(id);
  }
  return true;
}

const byId = (elements: readonly unknown[]): Map<string, unknown> =>
  new Map(elements.map((element) => [keyOf(element) ?? '', element]));

/** The fields of an object or array; undefined for other values, and for empty ones, which are values themselves. */
function fieldsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Array.isArray(value)
    ? value.map((item, n) => [keyOf(item) ?? String(n), item] as const)
    : Object.entries(value);
  const fields = new Map<string, unknown>(entries);
  if (fields.size === 0) return undefined;
  // Several elements with one id: their places tell them apart.
  return fields.size < entries.length ? new Map(entries.map(([, item], n) => [String(n), item])) : fields;
}

function keyOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  for (const name of ['id', 'uid']) {
    const id: unknown = Reflect.get(item, name);
    if (typeof id === 'string') return id;
  }
  return undefined;
}
