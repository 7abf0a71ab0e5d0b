/** A field of an event's data, metadata or of a document, as text; empty if there is none. */
export function textIn(fields: object, name: string): string {
  const value: unknown = Reflect.get(fields, name);
  return value === undefined || value === null ? '' : String(value);
}
