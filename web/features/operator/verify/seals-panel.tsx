import { useQuery } from '@tanstack/react-query';
import type { Checkpoints, Verification } from '../../../../server/core/contracts/verification.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { ErrorIcon, SuccessIcon } from '../../../components/icons.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { currentUid } from '../../../lib/identity/session.ts';
import { agoOf, formatNumber, whenOf } from '../format.ts';
import { DownloadIcon, SealIcon } from '../icons.tsx';
import { overviewQuery } from '../overview/overview-query.ts';
import { Panel } from '../panel.tsx';
import { checkpointsQuery, fetchText, saveFile } from './api.ts';
import { KeptCheckpoint } from './kept-checkpoint.tsx';
import { ProofForm } from './proof-form.tsx';

const textQuery = (path: string) => ({
  queryKey: ['operator', 'text', path],
  queryFn: () => fetchText(path),
  retry: false,
  meta: { reader: currentUid() ?? '' },
});

/** The latest checkpoints, a proof of one event, and the key with which others check both. */
export function SealsPanel({ verification }: { verification: Verification | undefined }) {
  const key = useQuery(textQuery('/audit/public-key'));
  const latest = useQuery(overviewQuery());
  const overview = latest.data;
  const isSealed = overview?.lastSeal != null;
  const checkpoints = useQuery({ ...checkpointsQuery(), enabled: isSealed });
  return (
    <Panel title="Seals" aside={<SealState seals={verification?.seals ?? undefined} />}>
      <p className="op-muted">A kept checkpoint proves what was changed, removed or reordered after it.</p>
      <LoadFailure isPart query={latest} subject="This">
        Failed to read the seals
      </LoadFailure>
      {(latest.isPending || checkpoints.isLoading) && (
        <Loading>
          <Skeleton height={48} />
        </Loading>
      )}
      {((overview && !isSealed) || checkpoints.isError) && (
        <p className="op-muted">Nothing is sealed yet, or this server has no key.</p>
      )}
      {checkpoints.data?.map((checkpoint, at) => (
        <SealedUpTo
          key={checkpoint.size}
          checkpoint={checkpoint}
          sealedAt={at === 0 ? overview?.lastSeal?.at : undefined}
        />
      ))}
      {verification?.seals?.keys.slice(1).map(({ fromSize }) => (
        <p key={fromSize} className="op-amber">
          <span className="op-diamond" aria-hidden="true" />
          Another key signs from the checkpoint of {formatNumber(fromSize)} events on.
        </p>
      ))}
      <SealFindings seals={verification?.seals ?? undefined} />
      <ProofForm checkpoints={checkpoints.data ?? []} />
      {isSealed && <KeptCheckpoint />}
      {key.data !== undefined && (
        <div className="op-key">
          <h3 className="op-card-title">Public key</h3>
          <code>{key.data.trim()}</code>
          <Button
            size="small"
            icon={<DownloadIcon size={16} />}
            onClick={() => saveFile('potluck-audit.pub', key.data)}
          >
            Save the key
          </Button>
        </div>
      )}
    </Panel>
  );
}

interface SealedUpToProps {
  checkpoint: Checkpoints['items'][number];
  /** When it was signed; a checkpoint itself has no time. */
  sealedAt: string | undefined;
}

function SealedUpTo({ checkpoint: { size, upTo, root, origin, note }, sealedAt }: SealedUpToProps) {
  return (
    <div className="op-seal">
      <span className="op-teal">
        <SealIcon size={24} />
      </span>
      <p className="op-list-words">
        <strong>{formatNumber(size)} events</strong>
        <small>{sealedAt ? `sealed ${agoOf(sealedAt)}` : upTo === null ? origin : `up to ${whenOf(upTo)}`}</small>
      </p>
      <code title={root}>{shortHash(root)}</code>
      <IconButton
        label={`Save the checkpoint of ${formatNumber(size)} events`}
        icon={<DownloadIcon size={18} />}
        onClick={() => saveFile(`checkpoint-${size}.txt`, note)}
      />
    </div>
  );
}

const shortHash = (hash: string): string => (hash.length > 12 ? `${hash.slice(0, 5)}…${hash.slice(-5)}` : hash);

type Seals = NonNullable<Verification['seals']>;

function SealState({ seals }: { seals: Seals | undefined }) {
  if (!seals || seals.state === 'waiting') return null;
  if (seals.findingCount > 0) {
    return (
      <strong className="op-bad op-with-icon">
        <ErrorIcon size={18} /> Changed or damaged
      </strong>
    );
  }
  if (seals.state === 'running') return <span>{formatNumber(seals.checked)} checked</span>;
  return (
    <strong className="op-teal op-with-icon">
      <SuccessIcon size={18} /> Unbroken
    </strong>
  );
}

function SealFindings({ seals }: { seals: Seals | undefined }) {
  if (!seals || seals.findings.length === 0) return null;
  return (
    <ul className="op-list">
      {seals.findings.map(({ message, position, stream }) => (
        <li key={message} className="op-bad">
          <ErrorIcon size={18} />
          <span className="op-list-words">
            {message}
            {position !== undefined && (
              <small>
                position {formatNumber(position)}
                {stream ? `, ${stream}` : ''}
              </small>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
