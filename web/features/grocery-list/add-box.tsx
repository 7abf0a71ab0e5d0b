import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import frame from '../../components/frame.module.css';
import { AddIcon, CloseIcon } from '../../components/icons.tsx';
import styles from './add-box.module.css';
import { type Entry, entryOf, parseEntry, quantityOf } from './entry.ts';
import { type Suggestion, suggest } from './suggestions.ts';

export interface AddBoxProps {
  typed: string;
  onType: (typed: string) => void;
  onAdd: (entry: Entry) => void;
}

/** Adds items and searches the list. Enter adds the selected suggestion, the arrow keys select another. */
export function AddBox({ typed, onType, onAdd }: AddBoxProps) {
  const suggestions = suggest(parseEntry(typed));
  const [selected, setSelected] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const activeIndex = Math.min(selected, suggestions.length - 1);

  const type = (text: string) => {
    onType(text);
    setSelected(0);
  };
  const addSuggestion = (suggestion: Suggestion | undefined) => {
    if (!suggestion) return;
    onAdd(entryOf(suggestion));
    type('');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    addSuggestion(suggestions[activeIndex]);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = suggestions;
    if (event.key === 'Escape') type('');
    else if (event.key === 'ArrowDown' && length > 0) setSelected((activeIndex + 1) % length);
    else if (event.key === 'ArrowUp' && length > 0) setSelected((activeIndex - 1 + length) % length);
    else return;
    event.preventDefault();
  };

  const isOpen = suggestions.length > 0;
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={classNames(frame.frame, styles.box)}>
        <button type="submit" className={styles.add} aria-label="Add" title="Add" tabIndex={-1}>
          <span className={styles.circle}>
            <AddIcon size={18} />
          </span>
        </button>
        <input
          ref={field}
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Add or search"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? optionId(activeIndex) : undefined}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder="Add or search: milk, 2 l"
          maxLength={groceryLimits.name}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
        />
        {typed !== '' && (
          <IconButton
            label="Clear"
            icon={<CloseIcon size={16} />}
            className={styles.clear}
            onClick={() => {
              type('');
              field.current?.focus();
            }}
          />
        )}
      </div>
      {isOpen && (
        <div id={listId} role="listbox" aria-label="Suggestions" className={styles.suggestions}>
          {suggestions.map((suggestion, index) => (
            <SuggestionOption
              key={suggestion.category === undefined ? '' : suggestion.name}
              id={optionId(index)}
              suggestion={suggestion}
              isActive={index === activeIndex}
              onHover={() => setSelected(index)}
              onSelect={() => addSuggestion(suggestion)}
            />
          ))}
        </div>
      )}
    </form>
  );
}

interface SuggestionOptionProps {
  id: string;
  suggestion: Suggestion;
  isActive: boolean;
  onHover: () => void;
  onSelect: () => void;
}

function SuggestionOption({ id, suggestion, isActive, onHover, onSelect }: SuggestionOptionProps) {
  const quantity = quantityOf(suggestion);
  return (
    // The focus stays in the input, which handles the keys.
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classNames(styles.suggestion, isActive && styles.active)}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onHover}
      onClick={onSelect}
    >
      <AddIcon size={16} className={styles.plus} />
      <span className={styles.words}>
        <span className={styles.name}>{suggestion.name}</span>
        {quantity && <span> {quantity}</span>}
      </span>
      <span className={styles.source}>{suggestion.category ?? 'As you typed it'}</span>
    </button>
  );
}
