import { kindTitle } from '../format.ts';
import { type Difference, type Documents, labelOf, valueText } from './labels.ts';

/** A field that differs. */
interface FieldChange extends Pick<Difference, 'from' | 'to' | 'fromBy' | 'actor'> {
  field: string;
}

/** What differs of one thing: a document or an element of it. */
export interface ThingChange {
  key: string;
  /** Such as "Eggs"; empty for the document itself. */
  thing: string;
  kind: 'added' | 'removed' | 'checked' | 'unchecked' | 'changed';
  /** Of an added, removed or checked thing: who did that. */
  actor?: string;
  /** Of a changed thing, each with who changed it last. */
  fields: FieldChange[];
}

/** Bookkeeping, which no screen shows. */
const hidden = /(?:^| )(?:revision|order|id|uid|listId|\w+At|\w+By name|commandId)$/;
/** Of things that were added or removed, the fields that name them, in this order. */
const naming = ['name', 'recipe title', 'note title', 'title', 'username', 'text', 'content'];

/** The differences of each thing together: one that was added or removed is one change, not one for each of its fields. */
export function groupedChanges(items: readonly Difference[], documents: Documents): ThingChange[] {
  const groups = new Map<string, Group>();
  for (const { path, from, to, fromBy, actor } of items) {
    const { thing, field, ids, owner } = labelOf({ path, from, to }, documents);
    const [collection = '', id = ''] = path.split('/');
    const key = [collection, id, ...ids].join('/');
    const group = groups.get(key) ?? { key, thing, owner, fields: [] };
    group.fields.push({ field, from, to, actor, ...(fromBy && { fromBy }) });
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(changeOf);
}

/** The fields of a thing that differ. */
interface Group extends Pick<ThingChange, 'key' | 'thing' | 'fields'> {
  owner: unknown;
}

function changeOf({ owner, ...group }: Group): ThingChange[] {
  const { key, thing, fields } = group;
  // What an element begins with: its other fields may have been changed since.
  const whole =
    fields.find(({ field }) => field === '' || field === 'id') ?? fields.find(({ field }) => naming.includes(field));
  const isWhole = whole !== undefined;
  const isAdded = isWhole && fields.every(({ from }) => from === undefined);
  const isRemoved = isWhole && fields.every(({ to }) => to === undefined);
  if (isAdded || isRemoved) {
    const named = nameIn(fields, isAdded ? 'to' : 'from');
    const [collection = ''] = key.split('/');
    const kind = isAdded ? 'added' : 'removed';
    return [{ ...group, kind, actor: whole.actor, thing: named ?? (thing || kindTitle(collection)), fields: [] }];
  }
  const shown = fields.filter(({ field, from, to }) => !hidden.test(field) && !isEmpty(from, to));
  const [first, ...more] = shown;
  if (!first) return [];
  if (first.field === 'checked' && more.length === 0) {
    const kind = first.to === true ? 'checked' : 'unchecked';
    return [{ ...group, kind, actor: first.actor, thing: owner === undefined ? thing : valueText(owner), fields: [] }];
  }
  return [{ ...group, kind: 'changed', fields: shown }];
}

function nameIn(fields: readonly FieldChange[], side: 'from' | 'to'): string | undefined {
  const fieldValue = (name: string) => fields.find(({ field }) => field === name)?.[side];
  const name = naming.map(fieldValue).find((value) => typeof value === 'string' && value !== '');
  if (typeof name !== 'string') return undefined;
  const amount = ['amount', 'unit'].map(fieldValue).filter((value) => typeof value === 'string' && value !== '');
  return amount.length === 0 ? name : `${name}, ${amount.join(' ')}`;
}

/** An empty list that has become elements: they are listed by themselves. */
const isEmpty = (from: unknown, to: unknown): boolean =>
  [from, to].some((value) => Array.isArray(value) && value.length === 0);
