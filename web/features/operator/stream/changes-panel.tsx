import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import type { StreamDifferences } from '../../../../server/core/contracts/time-travel.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';

import { DataTable } from '../data-table.tsx';
import { formatNumber, whenOf } from '../format.ts';
import { MissingOrFailed } from '../missing-or-failed.tsx';
import { Panel } from '../panel.tsx';
import { Person, PersonName } from '../person.tsx';
import { blameQuery } from './api.ts';
import { ChangeList } from './change-list.tsx';
import { groupedChanges, type ThingChange } from './grouped-changes.ts';
import { type Documents, fieldText, isBookkeeping, labelOf, valueText } from './labels.ts';
import { streamAddress } from './stream-address.ts';

export interface ChangesPanelProps {
  why: string;
  stream: string;
  changes: UseQueryResult<StreamDifferences>;
  documents: Documents | undefined;
  event: AuditedEvent;
}

/** What the chosen event has changed. */
export function ChangesPanel({ why, stream, changes, documents = {}, event }: ChangesPanelProps) {
  const [isBlaming, setBlaming] = useState(false);
  const revision = Number(event.revision);
  const changed = groupedChanges(changes.data?.items ?? [], documents);
  return (
    <Panel
      title="What changed"
      aside={
        revision > 0 && (
          <span>
            {formatNumber(revision - 1)} → {formatNumber(revision)}
          </span>
        )
      }
    >
      {revision === 0 ? (
        <p className="op-muted">It begins with this event.</p>
      ) : (
        <>
          <MissingOrFailed
            query={changes}
            subject="What changed"
            missing="This kind of stream has no state to compare."
          />
          {changes.isPending && (
            <Loading>
              <Skeleton height={44} />
            </Loading>
          )}
          {changes.data && <ChangeList changes={changed} empty="Nothing that users see." />}
        </>
      )}
      <p className="op-panel-foot">
        <SetBefore changes={changed} stream={stream} />
        <button type="button" className="op-link" onClick={() => setBlaming(true)}>
          Blame
        </button>
      </p>
      {isBlaming && <BlameDialog why={why} stream={stream} documents={documents} onClose={() => setBlaming(false)} />}
    </Panel>
  );
}

/** Of a single field, who had set the value that it had before. */
function SetBefore({ changes, stream }: { changes: readonly ThingChange[]; stream: string }) {
  const [field, ...others] = changes.flatMap(({ fields }) => fields);
  if (!field?.fromBy || others.length > 0 || changes.length > 1) return null;
  const { actor, at, position } = field.fromBy;
  return (
    <span className="op-muted">
      <q dir="auto">{valueText(field.from)}</q> was set by <PersonName uid={actor} />,{' '}
      <Link to={streamAddress(stream, position)} className="op-link">
        <time dateTime={at}>{whenOf(at)}</time>
      </Link>
    </span>
  );
}

interface BlameDialogProps {
  why: string;
  stream: string;
  documents: Documents;
  onClose: () => void;
}

/** Who set each field last, as it is now. */
function BlameDialog({ why, stream, documents, onClose }: BlameDialogProps) {
  const blame = useQuery(blameQuery(why, stream));
  const [isWhole, setWhole] = useState(false);
  const fields = blame.isError ? [] : blame.data?.items;
  const shown = isWhole ? fields : fields?.filter(({ path }) => !isBookkeeping(path));
  const hidden = (fields?.length ?? 0) - (shown?.length ?? 0);
  return (
    <Dialog title="Who set what" wide onClose={onClose}>
      <div className="op-console op-blame">
        <LoadFailure isPart query={blame} subject="The fields">
          Failed to read who set the fields
        </LoadFailure>
        <DataTable
          label="Fields"
          rows={shown}
          rowKey={({ path }) => path}
          empty="It has no fields."
          columns={[
            {
              title: 'Field',
              render: ({ path, value }) => {
                const { thing, field } = labelOf({ path, to: value }, documents);
                return (
                  <span>
                    {thing !== '' && <strong dir="auto">{thing}</strong>}{' '}
                    <span className="op-muted">{fieldText(field)}</span>
                  </span>
                );
              },
            },
            { title: 'Value', render: ({ value }) => <span dir="auto">{valueText(value)}</span> },
            {
              title: 'By',
              render: ({ actor, at }) => (
                <span className="op-blame-by">
                  <Person uid={actor} />
                  <time dateTime={at} className="op-muted">
                    {whenOf(at)}
                  </time>
                </span>
              ),
            },
            { title: 'Event', isNumber: true, render: ({ position }) => formatNumber(position) },
          ]}
        />
        {hidden > 0 && (
          <button type="button" className="op-link" onClick={() => setWhole(true)}>
            Show ids and times, too ({formatNumber(hidden)})
          </button>
        )}
      </div>
    </Dialog>
  );
}
