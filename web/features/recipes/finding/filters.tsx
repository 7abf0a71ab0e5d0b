import type { FoundRecipes } from '../../../../server/core/contracts/finding.ts';
import { Segments, segmentClass } from '../../../components/segments.tsx';
import { SwitchField } from '../../../components/switch-field.tsx';
import { difficulties } from '../difficulties.ts';
import { AtHand } from './at-hand.tsx';
import { CheckList } from './check-list.tsx';
import styles from './filters.module.css';
import { type Finding, includesText, toggled } from './finding.ts';
import { TimeFilter } from './time-filter.tsx';

export interface FiltersProps {
  finding: Finding;
  /** Undefined while it is loaded. */
  found: FoundRecipes | undefined;
  /** Whether the field for ingredients at hand is open at first. */
  asksForAtHand: boolean;
  onChange: (changes: Partial<Finding>) => void;
  /** For the filter that needs to know the reader. */
  onLiked: (liked: boolean) => void;
  /** Undefined if there is nothing to clear. */
  onClear: (() => void) | undefined;
}

export function Filters({ finding, found, asksForAtHand, onChange, onLiked, onClear }: FiltersProps) {
  const { cuisine, author, difficulty, maxMinutes, atHand, liked, onlyCookable } = finding;
  const cuisines = found?.cuisines.map(({ value, count }) => ({ value, label: value, count })) ?? [];
  const authors = found?.authors.map(({ id, name, count }) => ({ value: id, label: name, count })) ?? [];
  return (
    <div className={styles.filters}>
      <div className={styles.head}>
        <h2 className={styles.title}>Filters</h2>
        {onClear && (
          <button type="button" className={styles.clear} onClick={onClear}>
            Clear
          </button>
        )}
      </div>
      <AtHand
        names={atHand}
        isOpenAtFirst={asksForAtHand}
        onChange={(names) => onChange({ atHand: names, ...(names.length === 0 && { onlyCookable: false }) })}
      />
      {atHand.length > 0 && (
        <SwitchField
          label="Only what I can cook"
          hint="Salt, pepper, water and oil are always at hand."
          on={onlyCookable}
          onChange={(isOn) => onChange({ onlyCookable: isOn })}
        />
      )}
      <SwitchField label="Liked by me" on={liked} onChange={onLiked} />
      <TimeFilter maxMinutes={maxMinutes} onChange={(minutes) => onChange({ maxMinutes: minutes })} />
      <CheckList
        title="Cuisine"
        options={cuisines}
        isChosen={(value) => includesText(cuisine, value)}
        onToggle={(value) => onChange({ cuisine: toggled(cuisine, value) })}
      />
      <section className={styles.part}>
        <h3 className={styles.heading}>Difficulty</h3>
        <Segments label="Difficulty" chosen={difficulty ?? 'Any'} className={styles.difficulty}>
          {[undefined, ...difficulties].map((each) => (
            <button
              key={each ?? 'Any'}
              type="button"
              className={segmentClass}
              aria-pressed={each === difficulty}
              onClick={() => onChange({ difficulty: each })}
            >
              {each ?? 'Any'}
            </button>
          ))}
        </Segments>
      </section>
      {(authors.length > 1 || author.length > 0) && (
        <CheckList
          title="Author"
          options={authors}
          isChosen={(value) => author.includes(value)}
          onToggle={(value) => onChange({ author: toggled(author, value) })}
        />
      )}
    </div>
  );
}
