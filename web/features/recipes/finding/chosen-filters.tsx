import { useRef } from 'react';
import type { FoundRecipes } from '../../../../server/core/contracts/finding.ts';
import { capitalise } from '../../../lib/capitalise.ts';
import { type Finding, without } from './finding.ts';
import { RemovableChip } from './removable-chip.tsx';
import styles from './search-screen.module.css';
import { upTo } from './texts.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

/** A filter, and the search without it. */
export interface ChosenFilter {
  readonly key: string;
  readonly label: string;
  readonly without: Partial<Finding>;
}

/** All filters but the ingredients at hand, which leave out no recipe. */
export function chosenIn(finding: Finding, authors: FoundRecipes['authors']): ChosenFilter[] {
  const { cuisine, author, difficulty, maxMinutes, liked, onlyCookable } = finding;
  return [
    ...(liked ? [{ key: 'liked', label: 'Liked by me', without: { liked: false } }] : []),
    ...cuisine.map((each) => ({ key: `cuisine ${each}`, label: each, without: { cuisine: without(cuisine, each) } })),
    ...(maxMinutes === undefined
      ? []
      : [{ key: 'minutes', label: capitalise(upTo(maxMinutes)), without: { maxMinutes: undefined } }]),
    ...(difficulty ? [{ key: 'difficulty', label: difficulty, without: { difficulty: undefined } }] : []),
    ...author.map((uid, index) => ({
      key: `author ${uid}`,
      label: authorText(authors.find(({ id }) => id === uid)?.name, author.length > 1 ? index + 1 : undefined),
      without: { author: without(author, uid) },
    })),
    ...(onlyCookable ? [{ key: 'at hand', label: 'Everything at hand', without: { onlyCookable: false } }] : []),
  ];
}

/** @param name of the results: undefined until there are any by this author */
const authorText = (name: string | undefined, number: number | undefined): string =>
  name === undefined ? (number === undefined ? 'One author' : `Author ${number}`) : `By ${name}`;

export interface ChosenFiltersProps {
  chosen: readonly ChosenFilter[];
  onChange: (changes: Partial<Finding>) => void;
}

export function ChosenFilters({ chosen, onChange }: ChosenFiltersProps) {
  const row = useRef<HTMLUListElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(row);
  return (
    <ul ref={row} className={styles.chosen} aria-label="Chosen filters">
      {chosen.map(({ key, label, without: others }, index) => (
        <li key={key}>
          <RemovableChip
            label={label}
            onRemove={() => {
              focusAfterRemoval(index);
              onChange(others);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
