export interface ChangedField {
  /** Names of the fields down to the one that differs, joined by " / ". Empty: the values as a whole differ. */
  path: string;
  /** Undefined: it was not there. */
  from: unknown;
  to: unknown;
}

/** Where two JSON values differ. Elements of lists go by their `id` or, without one, by their place. */
export function changedFields(from: unknown, to: unknown, path = ''): ChangedField[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  const [before, after] = [partsOf(from), partsOf(to)];
  if (!before || !after) return [{ path, from, to }];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) =>
    changedFields(before.get(name), after.get(name), path === '' ? name : `${path} / ${name}`),
  );
}

function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return new Map(value.map((element, at) => [idOf(element) ?? String(at), element]));
}

function idOf(element: unknown): string | undefined {
  if (typeof element !== 'object' || element === null || !('id' in element)) return undefined;
  return typeof element.id === 'string' ? element.id : undefined;
}
