import type { GroceryItem, NamedUser } from '../../server/core/contracts/grocery-list.ts';
import { quantityOf } from './quantity-of.ts';

/** The second line of a row: what matters most in the shop. */
export interface Note {
  readonly text: string;
  /** The member who brings it. */
  readonly bringer?: NamedUser;
  readonly isRecipe?: boolean;
}

type Line = Pick<GroceryItem, 'amount' | 'unit'> &
  Partial<Pick<GroceryItem, 'note' | 'assignedTo' | 'checkedBy' | 'recipeTitle'>>;

/** Who reads the note: they are "you". */
interface Reader {
  readonly uid: string;
  /** Who shares the list; empty if that is not known. */
  readonly members?: readonly { readonly uid: string }[];
}

/** Nobody if they are not a member any more. */
const bringerOf = ({ assignedTo }: Line, { members = [] }: Reader): NamedUser | undefined =>
  members.length === 0 || members.some(({ uid }) => uid === assignedTo?.uid) ? assignedTo : undefined;

/** Who checked it; else its notes, who brings it, or the recipe that wants it. */
export function noteOf(lines: readonly [Line, ...Line[]], reader: Reader): Note | undefined {
  const [first, ...others] = lines;
  const checkers = distinct(lines.flatMap(({ checkedBy }) => (checkedBy ? inSentence(checkedBy, reader) : [])));
  if (checkers.length > 0) return { text: `Checked by ${checkers.join(' and ')}` };
  const bringer = bringerOf(first, reader);
  const isAllOfIt = bringer !== undefined && others.every((line) => bringerOf(line, reader)?.uid === bringer.uid);
  const notes = distinct(lines.flatMap(({ note }) => note ?? []));
  if (notes.length > 0) return { text: notes.join('; '), ...(isAllOfIt && { bringer }) };
  if (isAllOfIt) return { text: bringsText(bringer, reader, 'it'), bringer };
  const parts = lines.flatMap((line) => {
    const one = bringerOf(line, reader);
    return one ? bringsText(one, reader, quantityOf(line) || 'some') : [];
  });
  if (parts.length > 0) return { text: parts.join(', ') };
  return others.length === 0 && first.recipeTitle ? { text: first.recipeTitle, isRecipe: true } : undefined;
}

/** What a line says after its amount: its note, who brings it, its recipe, or who added it. */
export function noteOfLine(item: GroceryItem, reader: Reader & { nameOf(person: NamedUser): string }): Note {
  const { note, recipeTitle, addedBy } = item;
  const bringer = bringerOf(item, reader);
  if (note) return { text: note, ...(bringer && { bringer }) };
  if (bringer) return { text: bringsText(bringer, reader, 'it'), bringer };
  if (recipeTitle) return { text: `for ${recipeTitle}`, isRecipe: true };
  return { text: reader.nameOf(addedBy) };
}

const bringsText = (person: NamedUser, reader: Reader, what: string): string =>
  person.uid === reader.uid ? `You bring ${what}` : `${person.name} brings ${what}`;

const inSentence = (person: NamedUser, reader: Reader): string => (person.uid === reader.uid ? 'you' : person.name);

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
