import { useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CloseIcon, ErrorIcon } from '../../../components/icons.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { findByEmail } from '../find-by-email.ts';
import { nameQuery } from '../names.ts';
import { Person, programName } from '../person.tsx';
import { FilterField } from './filter-field.tsx';

export interface PersonFilterProps {
  /** Why the operator looks up whose an email is. */
  why: string;
  /** Of the chosen person. */
  uid: string | undefined;
  /** Ids of those who can be found by name. */
  people: readonly string[];
  onChoose: (uid: string | undefined) => void;
}

/** Finds a person by name, if they have caused one of the shown events, otherwise by email or id. Once chosen, it shows who. */
export function PersonFilter({ why, uid, people, onChoose }: PersonFilterProps) {
  const listId = useId();
  const [failure, setFailure] = useState<string>();
  const names = useQueries({
    queries: people.map((id) => ({ ...nameQuery(id), enabled: programName(id) === undefined })),
  });
  if (uid !== undefined) {
    return (
      <span className="op-filter op-filter-person op-filter-who">
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
  const choose = (typed: string) => {
    setFailure(undefined);
    if (!typed.includes('@')) return onChoose(idOf(typed));
    findByEmail(typed, why).then(onChoose, (error: unknown) =>
      setFailure(failureText(error, 'Failed to find the person')),
    );
  };
  return (
    <>
      <FilterField
        label="Person"
        value=""
        className="op-filter-who"
        list={listId}
        hint="The name of a person in the list below, or the email or the id of any user"
        onCommit={(typed) => choose(typed.trim())}
      />
      {failure && (
        <span role="alert" className="op-filter-error">
          <ErrorIcon size={18} /> {failure}
        </span>
      )}
      <datalist id={listId}>
        {known.map(({ id, name }) => (
          <option key={id} value={name} label={id} />
        ))}
      </datalist>
    </>
  );
}
