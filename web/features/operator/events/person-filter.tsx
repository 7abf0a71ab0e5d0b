import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';
import { CloseIcon } from '../../../components/icons.tsx';
import { nameQuery } from '../names.ts';
import { Person, programName } from '../person.tsx';
import { FilterField } from './filter-field.tsx';

export interface PersonFilterProps {
  /** Of the chosen person. */
  uid: string | undefined;
  /** Ids of those who can be found by name. */
  people: readonly string[];
  onChoose: (uid: string | undefined) => void;
}

/** Finds a person by name, if they have caused one of the shown events, otherwise by id. Once chosen, it shows who it is. */
export function PersonFilter({ uid, people, onChoose }: PersonFilterProps) {
  const listId = useId();
  const names = useQueries({
    queries: people.map((id) => ({ ...nameQuery(id), enabled: programName(id) === undefined })),
  });
  if (uid !== undefined) {
    return (
      <span className="op-filter op-filter-person">
        <Person uid={uid} />
        <button type="button" className="op-filter-clear" aria-label="All persons" onClick={() => onChoose(undefined)}>
          <CloseIcon size={14} />
        </button>
      </span>
    );
  }
  const known = people.map((id, at) => ({ id, name: programName(id) ?? names[at]?.data?.name ?? id }));
  const idOf = (typed: string): string => {
    const isTyped = ({ name }: { name: string }) => name.toLowerCase() === typed.trim().toLowerCase();
    return known.find(isTyped)?.id ?? typed;
  };
  return (
    <>
      <FilterField
        label="Person"
        value=""
        list={listId}
        hint="The name of a person in the list below, or the id of a user"
        onCommit={(typed) => onChoose(idOf(typed))}
      />
      <datalist id={listId}>
        {known.map(({ id, name }) => (
          <option key={id} value={name} label={id} />
        ))}
      </datalist>
    </>
  );
}
