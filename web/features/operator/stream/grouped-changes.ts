import { kindTitle } from '../format.ts';
import { type Difference, type Documents, labelOf } from './labels.ts';

/** A field that differs. */
interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** What differs of one thing: a document or an element of it. */
export interface ThingChange {
  key: string;
  /** Such as "Eggs"; empty for the document itself. */
  thing: string;
  kind: 'added' | 'removed' | 'changed';
  /** Of a changed thing. */
  fields: FieldChange[];
}

/** Bookkeeping, which no screen shows. */
const hidden = /(?:^| )(?:revision|order|id|uid|listId|\w+At|\w+By name|commandId)$/;
/** Of things that were added or removed, the fields that name them, in this order. */
const naming = ['name', 'recipe title', 'note title', 'title', 'username', 'text', 'content'];

/** The differences of each thing together: one that was added or removed is one change, not one for each of its fields. */
export function groupedChanges(items: readonly Difference[], documents: Documents): ThingChange[] {
  const groups = new Map<string, { thing: string; fields: FieldChange[] }>();
  for (const item of items) {
    const { thing, field, ids } = labelOf(item, documents);
    const document = item.path.split('/').slice(0, 2).join('/');
    const key = [document, ...ids].join('/');
    const group = groups.get(key) ?? { thing, fields: [] };
    group.fields.push({ field, from: item.from, to: item.to });
    groups.set(key, group);
  }
  return [...groups].flatMap(([key, { thing, fields }]): ThingChange[] => {
    const [collection = ''] = key.split('/');
    const isWhole = fields.some(({ field }) => field === '' || field === 'id' || naming.includes(field));
    const isAdded = isWhole && fields.every(({ from }) => from === undefined);
    const isRemoved = isWhole && fields.every(({ to }) => to === undefined);
    if (isAdded || isRemoved) {
      const named = nameIn(fields, isAdded ? 'to' : 'from');
      return [
        { key, thing: named ?? (thing || kindTitle(collection)), kind: isAdded ? 'added' : 'removed', fields: [] },
      ];
    }
    const shown = fields.filter(({ field, from, to }) => !hidden.test(field) && !isEmpty(from, to));
    return shown.length === 0 ? [] : [{ key, thing, kind: 'changed', fields: shown }];
  });
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
