import type { KeyboardEvent } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import frame from './frame.module.css';
import { SearchIcon } from './icons.tsx';
import styles from './search-box.module.css';

export interface SearchBoxProps {
  /** The visible label above the field. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  onSearch: () => void;
  searching?: boolean;
}

/** A search field with its button. Inside a form, Enter searches and does not submit the form. */
export function SearchBox({ label, placeholder, value, onChange, onSearch, searching = false }: SearchBoxProps) {
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSearch();
  };
  return (
    <Field label={label}>
      {(control) => (
        <div className={styles.row}>
          <div className={styles.box}>
            <SearchIcon size={18} className={styles.icon} />
            {/* Not `type="search"`: there, Escape clears the field instead of closing the dialog around it. */}
            <input
              {...control}
              enterKeyHint="search"
              autoComplete="off"
              className={classNames(frame.frame, styles.field)}
              value={value}
              maxLength={200}
              placeholder={placeholder}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={searchOnEnter}
            />
          </div>
          <Button onClick={onSearch} busy={searching}>
            Search
          </Button>
        </div>
      )}
    </Field>
  );
}
