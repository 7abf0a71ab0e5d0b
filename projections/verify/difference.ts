import { isDeepStrictEqual } from 'node:util';
import type { ItemValue, Part } from '../read-models/contents.ts';
import type { StoredDocument } from '../read-models/read-model-store.ts';
import { isSameJson } from './same-json.ts';

/** What a read model has wrong. A value is undefined on the side that does not have the item. */
export type Difference =
  | {
      readonly kind: 'document';
      readonly collection: string;
      readonly id: string;
      readonly expected: DocumentPart | undefined;
      readonly actual: DocumentPart | undefined;
    }
  | {
      readonly kind: 'entry';
      readonly index: string;
      readonly member: string;
      readonly expected: number | undefined;
      readonly actual: number | undefined;
    }
  /** The model as a whole: its checkpoint is not in the log, is past an event that cannot be folded, or its file is damaged. */
  | { readonly kind: 'model'; readonly reason: string };

/** A whole document with its position or, if both sides have it, only the fields that differ. */
export interface DocumentPart {
  /** Of the event that last changed it, as a decimal string. */
  readonly position?: string;
  readonly document?: unknown;
}

/** Undefined when both are the same. The order of a document's fields has no meaning. */
export function differenceOf(
  { kind, name }: Part,
  key: string,
  expected: ItemValue | undefined,
  actual: ItemValue | undefined,
): Difference | undefined {
  if (kind === 'index') {
    const [score, actualScore] = [scoreOf(expected), scoreOf(actual)];
    if (score === actualScore) return undefined;
    return { kind: 'entry', index: name, member: key, expected: score, actual: actualScore };
  }
  const [before, after] = [documentOf(expected), documentOf(actual)];
  if (before?.position === after?.position && isSameDocument(before, after)) return undefined;
  const parts = documentParts(before, after);
  return parts && { kind: 'document', collection: name, id: key, ...parts };
}

/** Distinguishes the items of a model. */
export const itemKey = (difference: Difference): string => {
  switch (difference.kind) {
    case 'document':
      return JSON.stringify(['document', difference.collection, difference.id]);
    case 'entry':
      return JSON.stringify(['entry', difference.index, difference.member]);
    case 'model':
      return difference.kind;
  }
};

const scoreOf = (value: ItemValue | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
const documentOf = (value: ItemValue | undefined): StoredDocument | undefined =>
  typeof value === 'number' ? undefined : value;

/** Whether both are known to be the same without parsing. Serializing both takes three times as long as comparing values. */
const isSameDocument = (before: StoredDocument | undefined, after: StoredDocument | undefined): boolean =>
  (before?.value !== undefined && after?.value !== undefined && isSameJson(before.value, after.value)) ||
  before?.json === after?.json;

interface Sides {
  readonly expected: DocumentPart | undefined;
  readonly actual: DocumentPart | undefined;
}

function documentParts(expected: StoredDocument | undefined, actual: StoredDocument | undefined): Sides | undefined {
  if (expected === undefined || actual === undefined) return { expected: whole(expected), actual: whole(actual) };
  const [before, after] = [parse(expected.json), parse(actual.json)];
  const isSamePosition = expected.position === actual.position;
  const isSameValue = isDeepStrictEqual(before, after);
  if (isSamePosition && isSameValue) return undefined;
  const fields = isSameValue ? undefined : differingFields(before, after);
  const part = (position: bigint, document: unknown): DocumentPart => ({
    ...(!isSamePosition && { position: String(position) }),
    ...(fields !== undefined && { document }),
  });
  return { expected: part(expected.position, fields?.[0]), actual: part(actual.position, fields?.[1]) };
}

const whole = (stored: StoredDocument | undefined): DocumentPart | undefined =>
  stored && { position: String(stored.position), document: parse(stored.json) };

/** The text itself if it is no JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function differingFields(before: unknown, after: unknown): [expected: unknown, actual: unknown] {
  if (!isObject(before) || !isObject(after)) return [before, after];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(differing.filter((name) => name in from).map((name) => [name, from[name]]));
  return [pick(before), pick(after)];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
