import type { HistoryEntry, NamedUser } from '../../../server/core/contracts/grocery-list.ts';
import { formatCount } from '../../lib/format-count.ts';
import { quantityOf } from '../../lib/quantity-of.ts';

/** What one change did, in one sentence. */
export interface HistoryLine extends HistoryEntry {
  /** Whether it is the first line of its change, and the change can be undone. */
  readonly canUndo: boolean;
}

/** A part of a sentence; the things that it is about are strong. */
export interface Phrase {
  readonly text: string;
  readonly isStrong?: boolean;
}

type Items = HistoryEntry['items'];
type Fields = NonNullable<HistoryEntry['fields']>;

/**
 * One line for the entries of one change that did the same, such as the removal of each checked item. Newest first. None for
 * an addition of nothing but what was on the list.
 */
export function linesOf(entries: readonly HistoryEntry[]): HistoryLine[] {
  const lines: HistoryLine[] = [];
  for (const entry of entries) {
    if (entry.items.length === 0) continue;
    const last = lines.at(-1);
    const isSameChange = last?.changeId === entry.changeId;
    const isJoined = isSameChange && last.did === entry.did && entry.did !== 'changed';
    if (isJoined) lines[lines.length - 1] = { ...last, items: joinedItems(entry, last) };
    else lines.push({ ...entry, canUndo: entry.canUndo && !isSameChange });
  }
  return lines;
}

/** In the order in which they were added, checked or removed; an undo reverses its change from the last item to the first. */
const joinedItems = (entry: HistoryEntry, later: HistoryLine): Items =>
  entry.undoes === undefined ? [...entry.items, ...later.items] : [...later.items, ...entry.items];

export interface Day {
  /** "Today", "Yesterday", "Wednesday 19 November". */
  readonly name: string;
  readonly lines: readonly HistoryLine[];
}

/** Lines by the day on which they happened, in the user's time zone. */
export function daysOf(lines: readonly HistoryLine[], now: Date): Day[] {
  const byDay = Map.groupBy(lines, ({ at }) => dayName(new Date(at), now));
  return Array.from(byDay, ([name, found]) => ({ name, lines: found }));
}

/** "Today", "Yesterday" or the date. */
export function dayName(date: Date, now: Date): string {
  const daysAgo = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toDateString();
  if (date.toDateString() === daysAgo(0)) return 'Today';
  if (date.toDateString() === daysAgo(1)) return 'Yesterday';
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date
    .toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(!isThisYear && { year: 'numeric' }),
    })
    .replace(',', '');
}

/** "12:04" in the user's time zone. */
export const timeOf = (at: string): string =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

export const nameFor = (reader: string, { uid, name }: NamedUser): string => (uid === reader ? 'You' : name);

/**
 * What a line says after the name of its author, such as "checked Lemons".
 * @param listName the name of another list of the owner, if it is known
 */
export function sentenceOf(line: HistoryLine, listName: (listId: string) => string | undefined): Phrase[] {
  const { items, did, fields = [], movedFrom, movedTo, takenBack, undoes } = line;
  const names = nameAll(items);
  const otherList = (listId: string) => listName(listId) ?? 'another list';
  switch (did) {
    case 'added':
      return [plain('added '), ...withQuantity(items), ...fromRecipe(items)];
    case 'checked':
      return [plain('checked '), ...names];
    case 'unchecked':
      return [plain('unchecked '), ...names];
    case 'removed':
      if (movedTo !== undefined) return [plain('moved '), ...names, plain(` to ${otherList(movedTo)}`)];
      if (undoes !== undefined) return [plain('took back '), ...names];
      if (takenBack) return [plain('took off '), ...names, plain(`, no longer needed for ${whoseMeal(items)}`)];
      if (items.length === 1) return [plain('removed '), ...names];
      return [plain('cleared '), strong(formatCount(items.length, 'item'))];
    case 'cleared':
      if (undoes !== undefined) return [plain('took back '), ...names];
      return [plain('cleared '), strong(formatCount(items.length, 'item'))];
    case 'restored':
      if (movedFrom !== undefined) return [plain('moved '), ...names, plain(` here from ${otherList(movedFrom)}`)];
      return [plain('put back '), ...names];
    case 'changed':
      return changed(items, fields);
  }
}

const whoseMeal = ({ length }: Items): string => (length === 1 ? 'its meal' : 'their meal');

const plain = (text: string): Phrase => ({ text });
const strong = (text: string): Phrase => ({ text, isStrong: true });

/** "Eggs, Spring onions and 4 more". Up to three names are written out. Lines of the same thing have one name. */
function nameAll(items: Items): Phrase[] {
  const named = items.filter(({ name }, n) => items.findIndex((item) => isSameName(item.name, name)) === n);
  const shown = named.length <= 3 ? named : named.slice(0, 2);
  const more = named.length - shown.length;
  const last = more > 0 ? [plain(` and ${more} more`)] : [];
  return [
    ...shown.flatMap(({ name }, index) => {
      if (index === 0) return [strong(name)];
      return [plain(index === shown.length - 1 && more === 0 ? ' and ' : ', '), strong(name)];
    }),
    ...last,
  ];
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function withQuantity(items: Items): Phrase[] {
  const [only, ...others] = items;
  const quantity = only && others.length === 0 ? quantityOfItem(only) : '';
  return quantity === '' ? nameAll(items) : [...nameAll(items), plain(`, ${quantity}`)];
}

const quantityOfItem = ({ amount = '', unit = '' }: Items[number]): string => quantityOf({ amount, unit });

function fromRecipe(items: Items): Phrase[] {
  const title = items[0]?.recipeTitle;
  return title !== undefined && items.every(({ recipeTitle }) => recipeTitle === title) ? [plain(` for ${title}`)] : [];
}

function changed(items: Items, fields: Fields): Phrase[] {
  const [item] = items;
  if (!item) return [plain('changed an item')];
  const renaming = fields.find(({ field }) => field === 'name');
  const name = strong(renaming?.from ?? item.name);
  const others = detailsOf(item, fields);
  if (renaming?.from === undefined) {
    const [only] = others;
    if (only && others.length === 1) return only(name);
    return [plain('changed '), name];
  }
  const renamed = [plain('renamed '), name, plain(' to '), strong(item.name)];
  return others.length === 0 ? renamed : [...renamed, plain(' and changed its details')];
}

type Sentence = (name: Phrase) => Phrase[];

/** A sentence for each change besides the name. Amount and unit are one quantity. */
function detailsOf(item: Items[number], fields: Fields): Sentence[] {
  const find = (wanted: Fields[number]['field']) => fields.find(({ field }) => field === wanted);
  const [amount, unit] = [find('amount'), find('unit')];
  const sentences: Sentence[] = [];
  if (amount || unit) {
    const isKnown = (amount ?? unit)?.from !== undefined;
    const before = quantityOf({ amount: amount?.from ?? item.amount ?? '', unit: unit?.from ?? item.unit ?? '' });
    const from = isKnown ? ` from ${before || 'no amount'}` : '';
    const to = ` to ${quantityOfItem(item) || 'no amount'}`;
    sentences.push((name) => [plain('changed '), name, plain(`${from}${to}`)]);
  }
  const note = find('note');
  if (note?.to === '') sentences.push((name) => [plain('removed the note of '), name]);
  else if (note) sentences.push((name) => [plain('noted on '), name, plain(`: ${note.to}`)]);
  const category = find('category');
  if (category) sentences.push((name) => [plain('put '), name, plain(` under ${category.to || 'its usual category'}`)]);
  const assigned = find('assignedTo');
  if (assigned) {
    const noted = assigned.to === '' ? 'removed who brings ' : `noted that ${assigned.to} brings `;
    sentences.push((name) => [plain(noted), name]);
  }
  return sentences;
}
