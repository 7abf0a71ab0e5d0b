import { type KeyboardEvent, useId, useState } from 'react';
import { recipeLimits } from '../../../../server/core/contracts/limits.ts';
import { IconButton } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import frame from '../../../components/frame.module.css';
import { CloseIcon } from '../../../components/icons.tsx';
import styles from './filters.module.css';

export interface AtHandFieldProps {
  typed: string;
  /** Names that begin as typed. */
  suggestions: readonly string[];
  onType: (typed: string) => void;
  onAdd: (name: string) => void;
  onClose: () => void;
}

/** Enter adds what is typed, or the suggestion that the arrow keys chose. It stays open for the next one. */
export function AtHandField({ typed, suggestions, onType, onAdd, onClose }: AtHandFieldProps) {
  const [active, setActive] = useState(-1);
  const id = useId();
  const add = (name: string) => {
    setActive(-1);
    if (name.trim() !== '') onAdd(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = suggestions.length;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) add(suggestions[active] ?? typed);
    else if (event.key === 'ArrowDown' && count > 0) setActive((active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setActive((active < 1 ? count : active) - 1);
    else return;
    event.preventDefault();
    // Otherwise Escape also closes the sheet around it.
    event.stopPropagation();
  };
  return (
    <div className={styles.adder}>
      <div className={styles.adderBox}>
        <input
          // The user has just pressed Add.
          // biome-ignore lint/a11y/noAutofocus: it replaces the pressed button.
          autoFocus
          className={classNames(frame.frame, styles.field)}
          type="text"
          role="combobox"
          aria-label="Ingredient at hand"
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={id}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          placeholder="Eggs, tofu, basil"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          maxLength={recipeLimits.ingredient}
          value={typed}
          onChange={(event) => {
            setActive(-1);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Done" icon={<CloseIcon size={16} />} className={styles.closeAdder} onClick={onClose} />
      </div>
      <div id={id} role="listbox" aria-label="Ingredients" className={styles.suggested}>
        {suggestions.map((name, index) => (
          <button
            key={name}
            id={`${id}-${index}`}
            type="button"
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.suggestion}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => add(name)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
