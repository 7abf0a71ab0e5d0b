/**
 * Structured data of a page as JSON-LD has it: objects with a `@type`, whose values are texts, numbers, objects, or
 * arrays of these. Microdata and RDFa are brought into the same form.
 */
export interface DataNode {
  readonly [property: string]: unknown;
}

export const isNode = (value: unknown): value is DataNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The term of `schema:Recipe`, `https://schema.org/Recipe` or `Recipe`. */
export const termOf = (name: string): string => name.replace(/^.*[/#:]/, '');

/** All values as one list; nothing for null and undefined. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value.flat(5) : [value];

const typesOf = (node: DataNode): readonly string[] =>
  listOf(node['@type'])
    .filter((type) => typeof type === 'string')
    .map(termOf);

export const hasType = (node: DataNode, ...types: readonly string[]): boolean =>
  typesOf(node).some((type) => types.includes(type));

/** Objects that are visited in one page. */
const maxNodes = 50_000;

/** All objects in the values, outer ones first. */
export function allNodes(values: readonly unknown[]): DataNode[] {
  const found: DataNode[] = [];
  const waiting = [...values].reverse();
  while (waiting.length > 0 && found.length < maxNodes) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (let i = value.length - 1; i >= 0; i--) waiting.push(value[i]);
    else if (isNode(value)) {
      found.push(value);
      for (const inner of Object.values(value).reverse()) waiting.push(inner);
    }
  }
  return found;
}
