/** Words for the paths by which the API names fields of documents, such as `lists/mia/items/{id}/amount`. */
import type { StreamDifferences } from '../../../../server/core/contracts/time-travel.ts';
import { kindTitle, shortId, whenOf } from '../format.ts';

export type Documents = Readonly<Record<string, unknown>>;
export type Difference = StreamDifferences['items'][number];
/** A field by its path, with its values, which name what is not in the documents. */
export type Field = Pick<Difference, 'path' | 'from' | 'to'>;

/** What a document or a part of it is called; undefined if it has no name. */
export const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const field of ['name', 'title', 'username']) {
    const name: unknown = Reflect.get(value, field);
    if (typeof name === 'string' && name !== '') return name;
  }
  return undefined;
};

/** "Sunday, Breakfast": a meal goes by its place in the week. */
const slotOf = (value: unknown): string | undefined => {
  const [day, meal]: unknown[] = ['day', 'meal'].map((field) => Reflect.get(Object(value), field));
  return typeof day === 'string' && typeof meal === 'string' ? `${day}, ${meal}` : undefined;
};

/** The element of a value by a step of a path: an element of a list goes by its id. */
function elementOf(value: unknown, step: string): unknown {
  if (Array.isArray(value)) {
    return value.find((element, at) => idOf(element) === step || String(at) === step);
  }
  return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
}

function idOf(element: unknown): unknown {
  if (typeof element !== 'object' || element === null) return undefined;
  return Reflect.get(element, 'id') ?? Reflect.get(element, 'uid');
}

export interface FieldLabel {
  /** What has the field, such as "Eggs"; empty for the document itself. */
  thing: string;
  /** Such as "amount"; empty if the thing as a whole was added or removed. */
  field: string;
  /** The ids in the path, by which a screen finds what it shows. */
  ids: string[];
  /** What has the field, if the documents have it. */
  owner: unknown;
}

/** The document of a path, and the steps below it. Its name is a collection and an id. */
function split(path: string, documents: Documents): { document: unknown; steps: string[] } {
  const steps = path.split('/');
  const name = Object.keys(documents).find((key) => path === key || path.startsWith(`${key}/`));
  const length = name === undefined ? 2 : name.split('/').length;
  return { document: name === undefined ? undefined : documents[name], steps: steps.slice(length) };
}

/** Words for a path. */
export function labelOf({ path, from, to }: Field, documents: Documents): FieldLabel {
  const { document, steps } = split(path, documents);
  let value = document;
  let thing = '';
  let rest = steps;
  const ids: string[] = [];
  let owner = document;
  for (const [at, step] of steps.entries()) {
    const isElement = Array.isArray(value) || looksLikeId(step);
    value = elementOf(value, step);
    if (!isElement) continue;
    ids.push(step);
    owner = value;
    const isLast = at === steps.length - 1;
    thing =
      nameOf(value) ??
      slotOf(value) ??
      (isLast ? (nameOf(to) ?? nameOf(from)) : undefined) ??
      nameless(steps[at - 1], step);
    rest = steps.slice(at + 1);
  }
  return { thing, field: rest.join(' '), ids, owner };
}

/** "cooking time" for `cookingTime`. */
export const fieldText = (field: string): string =>
  field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * Whether a field says what the columns "By" and "Event" say, or how the document is found: ids, times, revisions,
 * the place in a list. */
export const isBookkeeping = (path: string): boolean =>
  /\/(id|uid|revision|order|authorName|[a-z]+(At|Id)|[a-z]+By(\/\w+)?)$/.test(path);

/** "Invitation 0199bb1c-c0a4…": an element without a name goes by the list that it is in. */
const nameless = (list: string | undefined, id: string): string =>
  list === undefined ? shortId(id) : `${kindTitle(list.replace(/s$/, ''))} ${shortId(id)}`;

const looksLikeId = (step: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}/.test(step);

const maxLength = 60;
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Of a long text, how much is shown before the first difference. */
const maxBefore = 24;

/** A value in a few words: the name of a thing, or text and numbers as they are. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  const name = nameOf(value);
  if (name !== undefined) {
    const amount = ['amount', 'unit'].map((field) => Reflect.get(Object(value), field)).filter((part) => part);
    return amount.length > 0 ? `${name}, ${amount.join(' ')}` : name;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && timestamp.test(value)) return whenOf(value);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Two values in a few words. Of long texts, the parts that differ. */
export function differingTexts(from: unknown, to: unknown): [from: string, to: string] {
  if (typeof from !== 'string' || typeof to !== 'string' || Math.max(from.length, to.length) <= maxLength)
    return [valueText(from), valueText(to)];
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const start = same <= maxBefore ? 0 : from.lastIndexOf(' ', same - maxBefore) + 1;
  const before = start === 0 ? '' : '…';
  return [before + valueText(from.slice(start)), before + valueText(to.slice(start))];
}
