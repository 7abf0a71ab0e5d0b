import type { GroceryItem, NamedUser } from '../../../server/core/contracts/grocery-list.ts';
import { quantityOf } from './entry.ts';
import type { People } from './people.ts';

/** The second line of a row: what matters most in the shop. */
export interface Note {
  readonly text: string;
  /** The member who brings it. */
  readonly bringer?: NamedUser;
  readonly isRecipe?: boolean;
}

type Lines = readonly [GroceryItem, ...GroceryItem[]];

/** Who checked it; else its notes, who brings it, or the recipe that wants it. */
export function noteOf(lines: Lines, people: People): Note | undefined {
  const [first, ...others] = lines;
  const checkers = distinct(lines.flatMap(({ checkedBy }) => (checkedBy ? inSentence(checkedBy, people) : [])));
  if (checkers.length > 0) return { text: `Checked by ${checkers.join(' and ')}` };
  const bringer = first.assignedTo;
  const isAllOfIt = bringer !== undefined && others.every(({ assignedTo }) => assignedTo?.uid === bringer.uid);
  const notes = distinct(lines.flatMap(({ note }) => note ?? []));
  if (notes.length > 0) return { text: notes.join('; '), ...(isAllOfIt && { bringer }) };
  if (isAllOfIt) return { text: bringsText(bringer, people, 'it'), bringer };
  const parts = lines.flatMap(({ assignedTo, ...line }) =>
    assignedTo ? bringsText(assignedTo, people, quantityOf(line) || 'some') : [],
  );
  if (parts.length > 0) return { text: parts.join(', ') };
  return others.length === 0 && first.recipeTitle ? { text: first.recipeTitle, isRecipe: true } : undefined;
}

/** What a line says after its amount: its note, who brings it, its recipe, or who added it. */
export function noteOfLine({ note, assignedTo, recipeTitle, addedBy }: GroceryItem, people: People): Note {
  if (note) return { text: note, ...(assignedTo && { bringer: assignedTo }) };
  if (assignedTo) return { text: bringsText(assignedTo, people, 'it'), bringer: assignedTo };
  if (recipeTitle) return { text: `for ${recipeTitle}`, isRecipe: true };
  return { text: people.nameOf(addedBy) };
}

const bringsText = (person: NamedUser, people: People, what: string): string =>
  person.uid === people.uid ? `You bring ${what}` : `${person.name} brings ${what}`;

const inSentence = (person: NamedUser, people: People): string => (person.uid === people.uid ? 'you' : person.name);

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
