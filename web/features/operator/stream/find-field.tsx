import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SearchIcon } from '../../../components/icons.tsx';

const label = 'Find a stream or a person';

/** Goes to the page that finds them. */
export function FindField() {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const query = typed.trim();
    if (query !== '') void navigate(`/operator/streams?${new URLSearchParams({ q: query })}`);
  };
  return (
    <search>
      <form onSubmit={submit} className="op-filter op-find-field">
        <SearchIcon size={16} />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={typed}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </search>
  );
}
