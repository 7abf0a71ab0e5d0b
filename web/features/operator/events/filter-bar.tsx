import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { FilterField, type FilterFieldProps } from './filter-field.tsx';
import {
  type FilterName,
  filterNames,
  filtersIn,
  hidesAccesses,
  showsAccesses,
  withAccesses,
  withFilter,
} from './filters.ts';
import { PersonFilter } from './person-filter.tsx';
import { TimeFilter } from './time-filter.tsx';

export interface FilterBarProps {
  /** The operator's reason. */
  why: string;
  /** The kinds of the shown events are suggestions. */
  types: readonly string[];
  /** So are the ids of the users who caused them. */
  people: readonly string[];
}

export function FilterBar({ why, types, people }: FilterBarProps) {
  const [address, setAddress] = useSearchParams();
  const filters = filtersIn(address);
  const change = (changes: Parameters<typeof withFilter>[1]) => setAddress(withFilter(address, changes));
  const clear = () => change(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  const listId = useId();
  const { since = '', until = '' } = filters;
  const field = (
    name: FilterName,
    label: string,
    options: Pick<FilterFieldProps, 'wide' | 'className' | 'list' | 'hint'> = {},
  ) => (
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
      <PersonFilter why={why} uid={filters.actor} people={people} onChoose={(actor) => change({ actor })} />
      {field('type', 'Kind', { list: listId, className: 'op-filter-kind' })}
      <datalist id={listId}>
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <TimeFilter since={since} until={until} onChange={change} />
      {field('correlation', 'Request', { hint: 'The id of a request: all that it caused' })}
      {field('command', 'Command', { hint: 'The id of a command: what it recorded' })}
      {hidesAccesses(filters) && (
        <Toggle isOn={showsAccesses(address)} onChange={(isOn) => setAddress(withAccesses(address, isOn))}>
          Accesses
        </Toggle>
      )}
      {Object.keys(filters).length > 0 && (
        <Button variant="quiet" size="small" className="op-clear" onClick={clear}>
          Clear all
        </Button>
      )}
    </search>
  );
}

interface ToggleProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

/** Whether events of the look itself are shown. */
function Toggle({ isOn, onChange, children }: ToggleProps) {
  return (
    <button
      type="button"
      className={classNames('op-toggle', isOn && 'op-toggle-on')}
      aria-pressed={isOn}
      title="Also what operators have read, which each look records"
      onClick={() => onChange(!isOn)}
    >
      {children}
    </button>
  );
}
