import type { KeyboardEvent } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import frame from './frame.module.css';
import { SearchIcon } from './icons.tsx';
import styles from './search-box.module.css';

export interface SearchBoxProps {
  /** Stands above the field and names it. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  onSearch: () => void;
  searching?: boolean;
}

/** A field to search by, and its button. It may stand in a form: Enter searches, and does not send that. */
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
            {/* No `type="search"`: there Escape clears the field, and does not close the dialog that it stands in. */}
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
