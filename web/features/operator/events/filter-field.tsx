import { type FormEvent, useState } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { SearchIcon } from '../../../components/icons.tsx';

export interface FilterFieldProps {
  label: string;
  value: string;
  wide?: boolean;
  className?: string;
  /** The id of a list of suggestions. */
  list?: string;
  /** What to enter, shown when the pointer rests on it. */
  hint?: string;
  onCommit: (value: string) => void;
}

/** It filters on Enter, or when the focus leaves it. */
export function FilterField({ label, value, wide = false, className, list, hint, onCommit }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const commit = () => {
    if (typed.trim() !== value) onCommit(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commit();
  };
  return (
    <form onSubmit={submit} className={classNames('op-filter', wide && 'op-filter-wide', className)} title={hint}>
      {wide && <SearchIcon size={16} />}
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        list={list}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
      />
    </form>
  );
}
