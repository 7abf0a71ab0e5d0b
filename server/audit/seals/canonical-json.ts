import type { JsonValue } from '../../core/event-log.ts';

/**
 * The canonical form of a JSON value (RFC 8785): no spaces, keys sorted by UTF-16 code units, numbers and strings as
 * ECMAScript writes them. Members whose value is undefined are left out, as JSON.stringify does. Unlike the RFC, which
 * refuses unpaired surrogates, it escapes them: the log can hold them.
 */
export function canonicalJson(value: JsonValue | undefined): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value) items += items === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
    return `[${items}]`;
  }
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    if (members !== '') members += ',';
    members += `${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}
