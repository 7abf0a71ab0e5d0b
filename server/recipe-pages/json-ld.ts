import { type DataNode, isNode, termOf } from './nodes.ts';

/** The value in a script of JSON-LD; undefined if it cannot be read even after the repair of common mistakes. */
export function parseJsonLd(script: string): unknown {
  const text = script
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)$/, '')
    .trim()
    .replace(/;$/, '');
  for (const repair of [asIs, withoutControls, withoutTrailingCommas, decoded]) {
    const value = parse(repair(text));
    if (value !== undefined) return withTerms(value);
  }
  return undefined;
}

const asIs = (text: string): string => text;
/** Strings may not contain line breaks, but pages write them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON forbids in strings
const withoutControls = (text: string): string => text.replace(/[\u0000-\u001F]+/g, ' ');
const withoutTrailingCommas = (text: string): string => withoutControls(text).replace(/,\s*(?=[}\]])/g, '');
const decoded = (text: string): string =>
  withoutTrailingCommas(text.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&'));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In levels of objects. */
const maxDepth = 50;

/** Removes the prefixes of properties, such as `schema:name`, and resolves `{"@value": …}`. */
function withTerms(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return value.map((one) => withTerms(one, depth + 1));
  if (!isNode(value)) return value;
  if ('@value' in value) return value['@value'];
  const entries = Object.entries(value).map(([name, one]) => [
    name.startsWith('@') ? name : termOf(name),
    withTerms(one, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** Finds the objects to which others refer by their `@id`. */
export function referencesIn(nodes: readonly DataNode[]): (value: unknown) => unknown {
  const byId = new Map<string, DataNode>();
  for (const node of nodes) {
    const id = node['@id'];
    if (typeof id === 'string' && Object.keys(node).length > 1 && !byId.has(id)) byId.set(id, node);
  }
  return (value) => {
    if (!isNode(value) || Object.keys(value).length !== 1) return value;
    const id = value['@id'];
    return typeof id === 'string' ? (byId.get(id) ?? value) : value;
  };
}
