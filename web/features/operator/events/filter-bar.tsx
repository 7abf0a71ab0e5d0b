import DatePicker from 'antd/es/date-picker';
import { type FormEvent, useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { SearchIcon } from '../../../components/icons.tsx';
import { type FilterName, filterNames, filtersIn, withFilter } from './filters.ts';

/** The kinds that the shown events have are suggestions. */
export function FilterBar({ types }: { types: readonly string[] }) {
  const [address, setAddress] = useSearchParams();
  const filters = filtersIn(address);
  const change = (changes: Parameters<typeof withFilter>[1]) => setAddress(withFilter(address, changes));
  const clear = () => change(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  const isFiltered = Object.keys(filters).length > 0;
  const listId = useId();
  const field = (name: FilterName, label: string, options: { wide?: boolean; list?: string } = {}) => (
    <FilterField
      key={`${name} ${filters[name] ?? ''}`}
      label={label}
      value={filters[name] ?? ''}
      onCommit={(value) => change({ [name]: value })}
      {...options}
    />
  );
  return (
    <search className="op-filters" aria-label="Filters">
      {field('stream', 'Stream', { wide: true })}
      {field('actor', 'Person (user id)')}
      {field('type', 'Kind', { list: listId })}
      <datalist id={listId}>
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <DatePicker.RangePicker
        key={`${filters.since ?? ''} ${filters.until ?? ''}`}
        showTime={{ format: 'HH:mm' }}
        format="D MMM, HH:mm"
        allowEmpty={[true, true]}
        placeholder={[filters.since ? shown(filters.since) : 'From', filters.until ? shown(filters.until) : 'Until']}
        classNames={{ root: 'op-range' }}
        onChange={(times) => change({ since: times?.[0]?.toISOString() ?? '', until: times?.[1]?.toISOString() ?? '' })}
      />
      {field('correlation', 'Request')}
      {field('command', 'Command')}
      {isFiltered && (
        <Button variant="quiet" size="small" onClick={clear}>
          Clear all
        </Button>
      )}
    </search>
  );
}

const shown = (time: string): string =>
  new Date(time).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

interface FilterFieldProps {
  label: string;
  value: string;
  wide?: boolean;
  /** The id of a list of suggestions. */
  list?: string;
  onCommit: (value: string) => void;
}

/** It filters on Enter, or when the focus leaves it. */
function FilterField({ label, value, wide = false, list, onCommit }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const commit = () => {
    if (typed.trim() !== value) onCommit(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commit();
  };
  return (
    <form onSubmit={submit} className={wide ? 'op-filter op-filter-wide' : 'op-filter'}>
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
