import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import frame from '../../components/frame.module.css';
import { CloseIcon, SearchIcon } from '../../components/icons.tsx';
import { usePressOutside } from '../../components/use-press-outside.ts';
import { lazyCode, useLazyCode } from '../../lib/lazy-code.ts';
import { useGo } from '../../lib/use-go.ts';
import styles from './recipe-search.module.css';
import { resultsPath, useWordsInAddress } from './results-address.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The first view does not need it. */
const suggestionsCode = lazyCode(async () => (await import('./suggestions.tsx')).Suggestions);

/**
 * Finds recipes as the user types; Enter opens a page of results. In a narrow bar, it is a button that opens the search over
 * the bar.
 */
export function RecipeSearch() {
  const searched = useWordsInAddress();
  const [text, setText] = useState(searched);
  const [shownFor, setShownFor] = useState(searched);
  if (searched !== shownFor) {
    setShownFor(searched);
    setText(searched);
  }
  const [isOpen, setIsOpen] = useState(false);
  const [isExpanded, setIsExpanded] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const { suggestions, failed, searching } = useSuggestions(isOpen ? text : '');
  const { value: Suggestions } = useLazyCode(isOpen ? suggestionsCode : undefined);
  // Only what is on the screen can be announced and chosen.
  const options = (isOpen && Suggestions && !failed && suggestions) || [];
  const container = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const go = useGo();

  usePressOutside(container, isOpen || isExpanded, () => {
    setIsOpen(false);
    setIsExpanded(false);
  });
  useEffect(() => {
    if (isExpanded) field.current?.focus();
  }, [isExpanded]);

  const changeText = (newText: string) => {
    setText(newText);
    setActiveIndex(-1);
    setIsOpen(newText.trim() !== '');
  };
  const close = () => {
    setIsOpen(false);
    setIsExpanded(false);
    setText('');
  };
  const openRecipe = (recipeId: string | undefined) => {
    if (recipeId === undefined) return;
    close();
    field.current?.blur();
    go(`/recipe/${recipeId}`);
  };
  const openResults = () => {
    if (text.trim() === '') return;
    setIsOpen(false);
    setIsExpanded(false);
    field.current?.blur();
    go(resultsPath(text));
  };
  const closeAndRestoreFocus = () => {
    close();
    requestAnimationFrame(() => opener.current?.focus());
  };
  const open = () => {
    const chosen = options[activeIndex];
    if (chosen) openRecipe(chosen.id);
    else openResults();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = options.length;
    if (event.key === 'Escape') closeAndRestoreFocus();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) open();
    else if (event.key === 'ArrowDown' && count > 0) setActiveIndex((activeIndex + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setActiveIndex((activeIndex < 1 ? count : activeIndex) - 1);
    else return;
    event.preventDefault();
  };

  const hasOptions = options.length > 0;
  return (
    <search ref={container} className={classNames(styles.search, isExpanded && styles.wide)}>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label="Search recipes"
        title="Search recipes"
        onClick={() => setIsExpanded(true)}
      >
        <SearchIcon />
      </button>
      <div className={styles.frame}>
        <SearchIcon size={18} className={styles.icon} />
        <input
          ref={field}
          className={classNames(frame.frame, styles.field)}
          type="text"
          role="combobox"
          aria-label="Search recipes"
          aria-autocomplete="list"
          aria-expanded={hasOptions}
          aria-controls={id}
          aria-activedescendant={hasOptions && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
          placeholder="Search recipes"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={recipeLimits.query}
          value={text}
          onChange={(event) => changeText(event.target.value)}
          onFocus={() => {
            // A failure is tried again when the suggestions are shown.
            suggestionsCode.load().catch(() => undefined);
            setIsOpen(text.trim() !== '');
          }}
          onBlur={(event) => {
            if (!container.current?.contains(event.relatedTarget)) setIsOpen(false);
          }}
          onKeyDown={onKeyDown}
        />
        {(isExpanded || text !== '') && (
          <IconButton
            label="Close search"
            icon={<CloseIcon size={16} />}
            className={styles.close}
            onClick={closeAndRestoreFocus}
          />
        )}
        {isOpen && Suggestions && (
          <Suggestions
            id={id}
            suggestions={suggestions}
            searching={searching}
            failed={failed}
            activeIndex={activeIndex}
            onActivate={setActiveIndex}
            onChoose={openRecipe}
            onShowAll={openResults}
          />
        )}
      </div>
    </search>
  );
}
