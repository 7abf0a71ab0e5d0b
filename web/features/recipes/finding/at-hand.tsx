import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { findingLimits } from '../../../../server/core/contracts/limits.ts';
import { AddIcon } from '../../../components/icons.tsx';
import { useReader } from '../../../lib/use-reader.ts';
import { matchesWordPrefixes } from '../../../lib/words.ts';
import { AtHandField } from './at-hand-field.tsx';
import styles from './filters.module.css';
import { includesText, without } from './finding.ts';
import { boughtNamesQuery } from './found-recipes.ts';
import { RemovableChip } from './removable-chip.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const maxSuggestions = 6;

export interface AtHandProps {
  names: readonly string[];
  /** Whether the field is open at first. */
  isOpenAtFirst: boolean;
  onChange: (names: string[]) => void;
}

/** The ingredients that the user has, as chips, and a field that adds more. */
export function AtHand({ names, isOpenAtFirst, onChange }: AtHandProps) {
  const { reader } = useReader();
  const [typed, setTyped] = useState(isOpenAtFirst ? '' : undefined);
  const { data: bought = [] } = useQuery({
    ...boughtNamesQuery(reader),
    enabled: reader !== null && typed !== undefined,
  });
  const chips = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(chips);
  const suggestions = bought
    .filter((name) => !includesText(names, name) && matchesWordPrefixes(name, typed ?? ''))
    .slice(0, maxSuggestions);
  const add = (written: string) => {
    // A pasted or dictated list.
    const added = written.split(',').flatMap((name) => name.trim() || []);
    const fresh = added.filter((name, n) => !includesText([...names, ...added.slice(0, n)], name));
    setTyped('');
    onChange([...names, ...fresh].slice(0, findingLimits.atHand));
  };
  const close = () => {
    flushSync(() => setTyped(undefined));
    // That which opens the field again, or the last name when there may be no more.
    const buttons = chips.current?.querySelectorAll('button') ?? [];
    buttons[buttons.length - 1]?.focus();
  };
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>At hand</h3>
      <div ref={chips} className={styles.chips}>
        {names.map((name, index) => (
          <RemovableChip
            key={name}
            label={name}
            onRemove={() => {
              focusAfterRemoval(index);
              onChange(without(names, name));
            }}
          />
        ))}
        {typed === undefined && names.length < findingLimits.atHand && (
          <button type="button" className={styles.add} onClick={() => setTyped('')}>
            <AddIcon size={14} />
            Add
          </button>
        )}
      </div>
      {typed !== undefined && <AtHandField {...{ typed, suggestions }} onType={setTyped} onAdd={add} onClose={close} />}
    </section>
  );
}
