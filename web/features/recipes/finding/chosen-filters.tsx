import { useRef } from 'react';
import type { FoundRecipes } from '../../../../server/core/contracts/finding.ts';
import { type Finding, without } from './finding.ts';
import { RemovableChip } from './removable-chip.tsx';
import styles from './search-screen.module.css';
import { sentence, upTo } from './texts.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

/** A filter, and the search without it. */
export interface ChosenFilter {
  readonly label: string;
  readonly without: Partial<Finding>;
}

/** All filters but the ingredients at hand, which leave out no recipe. */
export function chosenIn(finding: Finding, authors: FoundRecipes['authors']): ChosenFilter[] {
  const { cuisine, author, difficulty, maxMinutes, liked, onlyCookable } = finding;
  return [
    ...(liked ? [{ label: 'Liked by me', without: { liked: false } }] : []),
    ...cuisine.map((each) => ({ label: each, without: { cuisine: without(cuisine, each) } })),
    ...(maxMinutes === undefined ? [] : [{ label: sentence(upTo(maxMinutes)), without: { maxMinutes: undefined } }]),
    ...(difficulty ? [{ label: difficulty, without: { difficulty: undefined } }] : []),
    ...author.map((uid) => {
      const name = authors.find(({ id }) => id === uid)?.name;
      return { label: name === undefined ? 'One author' : `By ${name}`, without: { author: without(author, uid) } };
    }),
    ...(onlyCookable ? [{ label: 'Everything at hand', without: { onlyCookable: false } }] : []),
  ];
}

export interface ChosenFiltersProps {
  chosen: readonly ChosenFilter[];
  onChange: (changes: Partial<Finding>) => void;
}

export function ChosenFilters({ chosen, onChange }: ChosenFiltersProps) {
  const row = useRef<HTMLUListElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(row);
  return (
    <ul ref={row} className={styles.chosen} aria-label="Chosen filters">
      {chosen.map(({ label, without: others }, index) => (
        <li key={label}>
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
