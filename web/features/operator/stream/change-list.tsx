import { groupedChanges, type ThingChange } from './grouped-changes.ts';
import { type Difference, type Documents, differingTexts, fieldText } from './labels.ts';

export interface ChangeListProps {
  items: readonly Difference[];
  documents: Documents;
  /** In place of nothing. */
  empty: string;
}

const maxShown = 12;

/** Differences in words: what was added, removed or changed. */
export function ChangeList({ items, documents, empty }: ChangeListProps) {
  const changes = groupedChanges(items, documents);
  if (changes.length === 0) return <p className="op-muted">{empty}</p>;
  return (
    <>
      <ul className="op-changes">
        {changes.slice(0, maxShown).map((change) => (
          <Change key={change.key} change={change} />
        ))}
      </ul>
      {changes.length > maxShown && <p className="op-muted">and {changes.length - maxShown} more</p>}
    </>
  );
}

const signs = { added: '+', removed: '−', changed: '→' };

function Change({ change: { thing, kind, fields } }: { change: ThingChange }) {
  if (kind !== 'changed') {
    return (
      <li>
        <span className={kind === 'added' ? 'op-sign op-teal' : 'op-sign op-sign-removed'} aria-hidden="true">
          {signs[kind]}
        </span>
        <strong className="op-change-name" dir="auto">
          {thing}
        </strong>
        <span className="op-muted">{kind}</span>
      </li>
    );
  }
  return fields.map((field) => <ChangedField key={field.field} thing={thing} change={field} />);
}

/** Of a text longer than this, in characters, both values have lines of their own. */
const longText = 24;

function ChangedField({
  thing,
  change: { field, from, to },
}: {
  thing: string;
  change: ThingChange['fields'][number];
}) {
  const [before, after] = differingTexts(from, to);
  const isLong = Math.max(before.length, after.length) > longText;
  return (
    <li className={isLong ? 'op-change-long' : undefined}>
      <span className="op-change-name">
        {thing !== '' && <strong dir="auto">{thing}</strong>} <span className="op-muted">{fieldText(field)}</span>
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
