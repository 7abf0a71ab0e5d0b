import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { formatCount } from '../../lib/format-count.ts';
import { refusalText } from '../../lib/households/refusal-text.ts';
import { placeOfList } from '../../lib/households/show-list.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import type { Resolvable } from '../../lib/sync/change-options.ts';
import type { ChangeText } from '../../lib/sync/pending-changes.ts';
import { detailsOf, type ItemDetails } from './entry.ts';
import type { ListChange } from './list-changes.ts';

/** The uid of the reader of a list, and the id of its owner or, if it is not the main one, of the list. */
export type ListOfReader = readonly [reader: string, whose: string];

type Words = Omit<ChangeText, 'place'>;
type Edit = Extract<ListChange, { kind: 'edit' }>;

/** A change as a sentence. @param list as the user saw it */
export function describeChange(
  [reader, whose]: ListOfReader,
  change: ListChange,
  list: GroceryList | undefined,
): ChangeText {
  const place = placeOfList(reader, whose);
  return { ...wordsOf(change, list?.items ?? []), ...(place !== undefined && { place }) };
}

function wordsOf(change: ListChange, items: readonly GroceryItem[]): Words {
  const find = (id: string) => items.find((item) => item.id === id);
  const nameOf = (id: string) => find(id)?.name ?? 'an item';
  switch (change.kind) {
    case 'add':
      return { verb: 'Add', ...namesOf(change.items) };
    case 'check':
      return { verb: change.checked ? 'Check' : 'Uncheck', what: nameOf(change.id) };
    case 'checkAll':
      return {
        verb: change.checked ? 'Check' : 'Uncheck',
        what: nameOf(change.ids[0] ?? ''),
        rest: `, ${formatCount(change.ids.length, 'line')}`,
      };
    case 'edit':
      return editWords(nameOf(change.id), change);
    case 'remove':
      return { verb: 'Remove', what: nameOf(change.id) };
    case 'clear':
      return { verb: 'Clear', what: formatCount(change.ids.length, change.onlyChecked ? 'checked item' : 'item') };
    case 'restore':
      return { verb: 'Put back', ...namesOf(change.items) };
    case 'takeBack':
      return { verb: 'Remove', what: formatCount(change.ids.length, 'item'), rest: ' of a planned meal' };
    case 'buyLess':
      return { verb: 'Buy less', ...namesOf(change.items) };
    case 'move': {
      const [verb, rest] = change.isReturn ? ['Move back', ''] : ['Move', ' to another list'];
      return { verb, what: change.items[0]?.name ?? 'nothing', rest: `${othersText(change.items)}${rest}` };
    }
    case 'undo':
      return { verb: 'Undo', what: 'a change', rest: ' from the history' };
  }
}

function namesOf(items: readonly GroceryItem[]): Pick<Words, 'what' | 'rest'> {
  const [first] = items;
  if (!first) return { what: 'nothing' };
  const quantity = quantityOf(first);
  return { what: first.name, rest: othersText(items) || (quantity && `, ${quantity}`) };
}

/** " and 2 others"; empty for a single item. */
const othersText = ({ length }: readonly GroceryItem[]): string =>
  length > 1 ? ` and ${formatCount(length - 1, 'other')}` : '';

function editWords(name: string, { changes, assignee }: Edit): Words {
  const { note, category, assignedTo } = changes;
  const isRenamed = changes.name !== undefined && changes.name !== name;
  const hasQuantity = changes.amount !== undefined || changes.unit !== undefined;
  const quantity = quantityOf({ amount: changes.amount ?? '', unit: changes.unit ?? '' });
  const parts = [
    isRenamed && `to ${[changes.name, quantity].filter(Boolean).join(', ')}`,
    !isRenamed && hasQuantity && (quantity ? `to ${quantity}` : 'to no amount'),
    note !== undefined && (note ? `with the note “${note}”` : 'to no note'),
    category !== undefined && `to the aisle ${category || 'of its name'}`,
    assignedTo !== undefined && `to be brought by ${assignee?.name ?? 'nobody'}`,
  ].filter((part) => part !== false);
  return { verb: isRenamed ? 'Rename' : 'Change', what: name, rest: parts.map((part) => ` ${part}`).join(',') };
}

const failureTexts: Record<ListChange['kind'], string> = {
  edit: 'Failed to update item',
  add: 'Failed to add items to grocery list',
  check: 'Failed to update item',
  checkAll: 'Failed to update items',
  remove: 'Failed to remove item',
  takeBack: 'Failed to remove the items',
  buyLess: 'Failed to change the amounts',
  clear: 'Failed to clear grocery list',
  restore: 'Failed to put items back',
  move: 'Failed to move items',
  undo: 'Failed to undo the change',
};

/** Why a change was not saved. */
export const explainRefusal = (change: ListChange, error: unknown): string =>
  refusalText(error, failureTexts[change.kind]);

/**
 * The two values of a field that another member has changed meanwhile.
 * @param list as it is on the server
 */
export function conflictOf(list: GroceryList, changes: readonly ListChange[]): Resolvable<ListChange> | undefined {
  const edits = changes.filter((change) => change.kind === 'edit');
  const [first] = edits;
  const item = list.items.find(({ id }) => id === first?.id);
  if (!first || !item) return undefined;
  const wanted: Partial<ItemDetails> = Object.assign({}, ...edits.map((edit) => edit.changes));
  const assignee = edits.findLast(({ changes: { assignedTo } }) => assignedTo !== undefined)?.assignee;
  const current = detailsOf(item);
  const from = pick(current, wanted);
  const theirs = valueText(from, item.assignedTo?.name);
  return {
    title: current.name,
    mine: { text: valueText(wanted, assignee?.name) },
    theirs: { text: theirs, by: item.changedBy },
    state: `${theirs} is on the list`,
    resolve: { kind: 'edit', id: item.id, changes: wanted, from, ...(assignee && { assignee }) },
  };
}

/** The fields of `details` that `others` has. */
const pick = (details: ItemDetails, others: Partial<ItemDetails>): Partial<ItemDetails> =>
  Object.fromEntries(Object.entries(details).filter(([field]) => field in others));

/** Says also that a field has no value. */
function valueText(
  { name, amount, unit, note, category, assignedTo }: Partial<ItemDetails>,
  assignee?: string,
): string {
  const hasQuantity = amount !== undefined || unit !== undefined;
  return [
    name,
    hasQuantity && (quantityOf({ amount: amount ?? '', unit: unit ?? '' }) || 'No amount'),
    note !== undefined && (note || 'No note'),
    category !== undefined && (category || 'The usual aisle'),
    assignedTo !== undefined && (assignee ?? 'Nobody'),
  ]
    .filter(Boolean)
    .join(', ');
}
