import type { ReactNode } from 'react';
import { PersonName } from '../person.tsx';
import type { ThingChange } from './grouped-changes.ts';
import { differingTexts, fieldText } from './labels.ts';

export interface ChangeListProps {
  changes: readonly ThingChange[];
  /** Whether each says who made it, last. */
  withAuthors?: boolean;
  /** In place of nothing. */
  empty: string;
}

const maxShown = 12;

/** Differences in words: what was added, removed or changed. */
export function ChangeList({ changes, withAuthors = false, empty }: ChangeListProps) {
  if (changes.length === 0) return <p className="op-muted">{empty}</p>;
  return (
    <>
      <ul className="op-changes">
        {changes.slice(0, maxShown).map((change) => (
          <Change key={change.key} change={change} withAuthors={withAuthors} />
        ))}
      </ul>
      {changes.length > maxShown && <p className="op-muted">and {changes.length - maxShown} more</p>}
    </>
  );
}

const signs = { added: '+', removed: '−', checked: '✓', unchecked: '○' };

interface ChangeProps {
  change: ThingChange;
  withAuthors: boolean;
}

function Change({ change: { thing, kind, fields, actor }, withAuthors }: ChangeProps) {
  if (kind !== 'changed') {
    return (
      <li>
        <span className={kind === 'removed' ? 'op-sign op-sign-removed' : 'op-sign op-teal'} aria-hidden="true">
          {signs[kind]}
        </span>
        <strong className="op-change-name" dir="auto">
          {thing}
        </strong>
        <span className="op-muted">
          {kind}
          {withAuthors && actor !== undefined && <Author uid={actor} />}
        </span>
      </li>
    );
  }
  return fields.map((field) => (
    <ChangedField key={field.field} thing={thing} change={field}>
      {withAuthors && <Author uid={field.actor} />}
    </ChangedField>
  ));
}

const Author = ({ uid }: { uid: string }) => (
  <>
    {' '}
    by <PersonName uid={uid} />
  </>
);

/** Of a text longer than this, in characters, both values have lines of their own. */
const longText = 24;

interface ChangedFieldProps {
  thing: string;
  change: ThingChange['fields'][number];
  /** After the name of the field. */
  children: ReactNode;
}

function ChangedField({ thing, change: { field, from, to }, children }: ChangedFieldProps) {
  const [before, after] = differingTexts(from, to);
  const isLong = Math.max(before.length, after.length) > longText;
  return (
    <li className={isLong ? 'op-change-long' : undefined}>
      <span className="op-change-name">
        {thing !== '' && <strong dir="auto">{thing}</strong>}{' '}
        <span className="op-muted">
          {fieldText(field)}
          {children}
        </span>
      </span>
      {from !== undefined && <s className="op-muted">{before}</s>}
      <span className="op-muted" role="img" aria-label="becomes">
        →
      </span>
      <span className="op-changed" dir="auto">
        {after}
      </span>
    </li>
  );
}
