import { type ClipboardEvent, type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import frame from '../../components/frame.module.css';
import { AddIcon, CloseIcon } from '../../components/icons.tsx';
import { capitalise } from '../../lib/capitalise.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import styles from './add-box.module.css';
import { inOneLine, parseEntries, parseSingleEntry } from './entries.ts';
import { type Entry, entryOf } from './entry.ts';
import proposed from './proposed-items.module.css';
import { SeveralItems } from './several-items.tsx';
import { isOnList, type Suggestion, suggest } from './suggestions.ts';

export interface AddBoxProps {
  typed: string;
  onType: (typed: string) => void;
  /** Adds items as one change. */
  onAdd: (entries: readonly Entry[]) => void;
  /** The items on the list. */
  items: readonly GroceryItem[];
  categoryOf: (name: string) => string;
  /** Names that the list's owner had before, most likely first. */
  used: readonly string[];
}

/**
 * Adds items and searches the list. Enter adds the selected suggestion, the arrow keys select another; several items, or a
 * pasted list, are shown before Enter adds them together.
 */
export function AddBox({ typed, onType, onAdd, items, categoryOf, used }: AddBoxProps) {
  const { entries: parsed, problem } = parseEntries(typed);
  // As a single one is added.
  const entries = parsed.map((entry) => ({ ...entry, name: capitalise(entry.name) }));
  const isSeveral = entries.length > 1;
  const suggestions = isSeveral ? [] : suggest(parseSingleEntry(typed), { used, categoryOf });
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
    onAdd([entryOf(suggestion)]);
    type('');
  };
  const shownProblem = problem ?? (isSeveral ? roomProblem(entries.length, items.length) : undefined);
  const addSeveral = () => {
    if (shownProblem !== undefined) return;
    onAdd(entries);
    type('');
  };
  /** The field has one line: its own paste would join the lines of a list. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[\n\r]/.test(text.trim())) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const start = selectionStart ?? value.length;
    type(`${value.slice(0, start)}${inOneLine(text)}${value.slice(selectionEnd ?? start)}`);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSeveral) addSeveral();
    else if (problem === undefined) addSuggestion(suggestions[activeIndex]);
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

  const isOpen = suggestions.length > 0 && problem === undefined;
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
          onPaste={paste}
          placeholder="Add or search: milk, 2 l"
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
      {(isSeveral || problem !== undefined) && (
        <SeveralItems
          entries={entries}
          problem={shownProblem}
          items={items}
          categoryOf={categoryOf}
          onAdd={() => {
            addSeveral();
            field.current?.focus();
          }}
        />
      )}
      {isOpen && (
        <div id={listId} role="listbox" aria-label="Suggestions" className={proposed.panel}>
          {suggestions.map((suggestion, index) => (
            <SuggestionOption
              key={suggestion.category === undefined ? '' : suggestion.name}
              id={optionId(index)}
              suggestion={suggestion}
              isListed={suggestion.category !== undefined && isOnList(items, suggestion.name)}
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

function roomProblem(added: number, listed: number): string | undefined {
  const room = Math.max(0, groceryLimits.items - listed);
  return added <= room ? undefined : `These are ${added} items. There is room for ${room} more on this list.`;
}

interface SuggestionOptionProps {
  id: string;
  suggestion: Suggestion;
  isListed: boolean;
  isActive: boolean;
  onHover: () => void;
  onSelect: () => void;
}

function SuggestionOption({ id, suggestion, isListed, isActive, onHover, onSelect }: SuggestionOptionProps) {
  const quantity = quantityOf(suggestion);
  return (
    // The focus stays in the input, which handles the keys.
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classNames(proposed.option, styles.suggestion, isActive && styles.active)}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onHover}
      onClick={onSelect}
    >
      <AddIcon size={16} className={styles.plus} />
      <span className={classNames(proposed.words, styles.words)}>
        <span className={classNames(proposed.name, styles.name)}>{suggestion.name}</span>
        {quantity && <span> {quantity}</span>}
      </span>
      <span className={classNames(proposed.source, styles.source)}>
        {isListed ? 'On the list' : (suggestion.category ?? 'As you typed it')}
      </span>
    </button>
  );
}
