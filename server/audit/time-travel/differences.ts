/** A field whose value differs; undefined: it is not there. */
export interface Difference {
  /** Such as `items/019da8b0…/amount`: an element of an array that has an id goes by it. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The fields that differ between two JSON values, deepest first. Equal references are not compared. */
export function* differences(from: unknown, to: unknown, path = ''): Generator<Difference> {
  if (from === to) return;
  const before = fieldsOf(from);
  const after = fieldsOf(to);
  if (!before && !after) {
    if (JSON.stringify(from) !== JSON.stringify(to)) yield { path, from, to };
    return;
  }
  const isReplaced = (from !== undefined && !before) || (to !== undefined && !after);
  if (isReplaced) yield { path, from: before ? undefined : from, to: after ? undefined : to };
  for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    yield* differences(before?.get(key), after?.get(key), path === '' ? key : `${path}/${key}`);
  }
}

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
