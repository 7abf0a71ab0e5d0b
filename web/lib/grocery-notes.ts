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
}

/** Who checked it; else its notes, who brings it, or the recipe that wants it. */
export function noteOf(lines: readonly [Line, ...Line[]], reader: Reader): Note | undefined {
  const [first, ...others] = lines;
  const checkers = distinct(lines.flatMap(({ checkedBy }) => (checkedBy ? inSentence(checkedBy, reader) : [])));
  if (checkers.length > 0) return { text: `Checked by ${checkers.join(' and ')}` };
  const bringer = first.assignedTo;
  const isAllOfIt = bringer !== undefined && others.every(({ assignedTo }) => assignedTo?.uid === bringer.uid);
  const notes = distinct(lines.flatMap(({ note }) => note ?? []));
  if (notes.length > 0) return { text: notes.join('; '), ...(isAllOfIt && { bringer }) };
  if (isAllOfIt) return { text: bringsText(bringer, reader, 'it'), bringer };
  const parts = lines.flatMap(({ assignedTo, ...line }) =>
    assignedTo ? bringsText(assignedTo, reader, quantityOf(line) || 'some') : [],
  );
  if (parts.length > 0) return { text: parts.join(', ') };
  return others.length === 0 && first.recipeTitle ? { text: first.recipeTitle, isRecipe: true } : undefined;
}

/** What a line says after its amount: its note, who brings it, its recipe, or who added it. */
export function noteOfLine(
  { note, assignedTo, recipeTitle, addedBy }: GroceryItem,
  reader: Reader & { nameOf(person: NamedUser): string },
): Note {
  if (note) return { text: note, ...(assignedTo && { bringer: assignedTo }) };
  if (assignedTo) return { text: bringsText(assignedTo, reader, 'it'), bringer: assignedTo };
  if (recipeTitle) return { text: `for ${recipeTitle}`, isRecipe: true };
  return { text: reader.nameOf(addedBy) };
}

const bringsText = (person: NamedUser, reader: Reader, what: string): string =>
  person.uid === reader.uid ? `You bring ${what}` : `${person.name} brings ${what}`;

const inSentence = (person: NamedUser, reader: Reader): string => (person.uid === reader.uid ? 'you' : person.name);

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
