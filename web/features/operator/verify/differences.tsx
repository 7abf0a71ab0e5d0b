import { useState } from 'react';
import type { Verification } from '../../../../server/core/contracts/verification.ts';
import { Button } from '../../../components/button.tsx';
import { changedFields } from '../changed-fields.ts';
import { DownloadIcon } from '../icons.tsx';
import { Panel } from '../panel.tsx';
import { saveFile } from './api.ts';
import { RebuildOffer } from './rebuild-offer.tsx';

type Difference = Verification['differences'][number];

const firstCount = 20;

/** Each difference with both values: what the read model says, and what the log says. */
export function Differences({ verification: { id, differences, differenceCount } }: { verification: Verification }) {
  const [isWhole, setWhole] = useState(false);
  if (differenceCount === 0) return null;
  const shown = isWhole ? differences : differences.slice(0, firstCount);
  const save = () => saveFile(`differences-${id}.json`, `${JSON.stringify(differences, undefined, 2)}\n`);
  return (
    <Panel
      title="Differences"
      note="A rebuild runs beside the live one, then switches"
      aside={
        <Button size="small" icon={<DownloadIcon size={16} />} onClick={save}>
          Save
        </Button>
      }
    >
      <RebuildOffer names={[...new Set(differences.map(({ projection }) => projection.split('@')[0] ?? ''))]} />
      <ul className="op-differences">
        {shown.map((difference) => (
          <DifferenceItem
            key={`${difference.projection} ${difference.kind} ${difference.item}`}
            difference={difference}
          />
        ))}
      </ul>
      {shown.length < differences.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          Show all {differences.length}
        </Button>
      )}
    </Panel>
  );
}

function DifferenceItem({
  difference: { projection, item, kind, actual, expected, isPrivate },
}: {
  difference: Difference;
}) {
  const fields = changedFields(actual, expected);
  return (
    <li className="op-difference">
      <p className="op-difference-head">
        <strong>{projection.split('@')[0]}</strong> {kind === 'model' ? item : <code>{item}</code>}
      </p>
      {isPrivate && <p className="op-muted">Private: read its stream, with a reason, to see what the log says</p>}
      {kind === 'model' ? null : (
        <dl>
          {fields.map(({ path, label, from, to }) => (
            <div key={path} className="op-difference-field">
              <dt dir="auto">{label === '' ? 'The whole document' : label}</dt>
              <dd className="op-said-by-model">
                <small>Read model says</small>
                <strong>{textOf(from)}</strong>
              </dd>
              <dd className="op-said-by-log">
                <small>The log says</small>
                <strong>{textOf(to)}</strong>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const maxLength = 200;

function textOf(value: unknown): string {
  if (value === undefined) return 'not there';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
