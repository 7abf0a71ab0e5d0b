import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import frame from '../../components/frame.module.css';
import { CloseIcon, SearchIcon } from '../../components/icons.tsx';
import { useGo } from '../../lib/use-go.ts';
import styles from './recipe-search.module.css';
import { Suggestions } from './suggestions.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** Finds recipes while one types. Where the bar is narrow, it is a button that opens it over the bar. */
export function RecipeSearch() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [widened, setWidened] = useState(false);
  const [marked, setMarked] = useState(0);
  const { suggestions, failed, searching } = useSuggestions(open ? text : '');
  const place = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const go = useGo();

  useEffect(() => {
    if (!open && !widened) return;
    const closeOutside = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || place.current?.contains(event.target)) return;
      setOpen(false);
      setWidened(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open, widened]);
  useEffect(() => {
    if (widened) field.current?.focus();
  }, [widened]);

  const write = (written: string) => {
    setText(written);
    setMarked(0);
    setOpen(written.trim() !== '');
  };
  const close = () => {
    setOpen(false);
    setWidened(false);
    setText('');
  };
  const choose = (recipeId: string | undefined) => {
    if (recipeId === undefined) return;
    close();
    field.current?.blur();
    go(`/recipe/${recipeId}`);
  };
  const leave = () => {
    close();
    requestAnimationFrame(() => opener.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = suggestions?.length ?? 0;
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(suggestions?.[marked]?.id);
    else if (event.key === 'ArrowDown' && count > 0) setMarked((marked + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setMarked((marked - 1 + count) % count);
    else return;
    event.preventDefault();
  };

  const listed = open && suggestions !== undefined && suggestions.length > 0;
  return (
    <search ref={place} className={classNames(styles.search, widened && styles.wide)}>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label="Search recipes"
        title="Search recipes"
        onClick={() => setWidened(true)}
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
          aria-expanded={listed}
          aria-controls={id}
          aria-activedescendant={listed ? `${id}-${marked}` : undefined}
          placeholder="Search recipes"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={recipeLimits.query}
          value={text}
          onChange={(event) => write(event.target.value)}
          onFocus={() => setOpen(text.trim() !== '')}
          onBlur={(event) => {
            if (!place.current?.contains(event.relatedTarget)) setOpen(false);
          }}
          onKeyDown={onKeyDown}
        />
        {(widened || text !== '') && (
          <IconButton label="Close search" icon={<CloseIcon size={16} />} className={styles.close} onClick={leave} />
        )}
        {open && (
          <Suggestions
            id={id}
            suggestions={suggestions}
            searching={searching}
            failed={failed}
            marked={marked}
            onMark={setMarked}
            onChoose={choose}
          />
        )}
      </div>
    </search>
  );
}
