/**
 * Whether two values are certainly the same JSON, whatever the order of their fields. False for values that JSON writes alike
 * but that differ, such as a field that is undefined and one that is missing.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((part, n) => isSameJson(part, other[n]));
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
