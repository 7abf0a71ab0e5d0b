/** What the commands and the calls of operators show, in the same words. */
import type { Difference } from '../../projections/verify/difference.ts';
import type { AuditedEvent } from '../core/contracts/audit.ts';
import type {
  Explanation as PresentedExplanation,
  Sources,
  StreamBlame,
  StreamDifferences,
  StreamState,
} from '../core/contracts/time-travel.ts';
import type { ModelDifference, VerifiedSeals } from '../core/contracts/verification.ts';
import type { RecordedVerification } from '../core/domain/projection-control/verifications.ts';
import type { RecordedEvent } from '../core/event-log.ts';
import type { Finding } from './seals/check/findings.ts';
import type { ListedCheckpoint } from './seals/list-checkpoints.ts';
import type { Sealing } from './seals/sealing.ts';
import type { Source } from './sources.ts';
import type { Extent } from './time-travel/extent.ts';
import type { Blame, FieldChange, StreamState as FoldedState } from './time-travel/time-travel.ts';
import type { Explanation } from './why.ts';

/** Positions and revisions as text. */
export const presentEvent = ({ position, stream, revision, id, type, data, meta }: RecordedEvent): AuditedEvent => ({
  position: position.toString(),
  stream,
  revision: revision.toString(),
  id,
  type,
  data: { ...data },
  meta: { ...meta },
});

export const presentExtent = ({ first, last }: Extent) => ({
  stream: first.stream,
  first: endOf(first),
  last: endOf(last),
});

const endOf = ({ position, revision, meta: { at } }: RecordedEvent) => ({
  position: position.toString(),
  revision: revision.toString(),
  at,
});

const presentSealing = (sealing: Sealing | undefined) =>
  sealing ? { size: sealing.checkpoint.size, events: sealing.events } : null;

/** @param sealing of the last event of the state */
export const presentState = (
  extent: Extent,
  { last, documents }: FoldedState,
  sealing: Sealing | undefined,
): StreamState => ({
  ...presentExtent(extent),
  ...endOf(last),
  documents: { ...documents },
  sealed: presentSealing(sealing),
});

const presentCause = ({ type, position, meta }: Pick<RecordedEvent, 'type' | 'position' | 'meta'>) => ({
  at: meta.at,
  actor: meta.actor,
  type,
  position: position.toString(),
  command: meta.commandId,
});

export const presentFieldChange = ({
  path,
  from,
  to,
  by,
  fromBy,
}: FieldChange): StreamDifferences['items'][number] => ({
  path,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...presentCause(by),
  ...(fromBy && { fromBy: presentCause(fromBy) }),
});

export const presentBlame = ({ path, from, value, ...cause }: Blame): StreamBlame['items'][number] => ({
  path,
  ...(from !== undefined && { from }),
  value,
  ...presentCause(cause),
});

export const presentSource = ({ event, changes }: Source): Sources['items'][number] => ({
  position: event.position.toString(),
  stream: event.stream,
  type: event.type,
  at: event.meta.at,
  actor: event.meta.actor,
  command: event.meta.commandId,
  changes: changes.map((change) => ({ ...change })),
});

export const presentExplanation = (explanation: Explanation, sealing: Sealing | undefined): PresentedExplanation => ({
  event: presentEvent(explanation.event),
  ofCommand: explanation.ofCommand.map(presentEvent),
  ofRequest: explanation.ofRequest.map(presentEvent),
  readModels: [...explanation.readModels],
  documents: [...explanation.documents],
  messages: [...explanation.messages],
  ...(explanation.problem !== undefined && { problem: explanation.problem }),
  sealed: presentSealing(sealing),
});

export const presentVerification = ({ at, by, of, position, compared, differences }: RecordedVerification) => ({
  at,
  by,
  of,
  compared,
  differences,
  position: position ?? null,
});

/** What differs, in words. */
export function itemOf(difference: Difference): string {
  switch (difference.kind) {
    case 'document':
      return `document ${difference.collection}/${difference.id}`;
    case 'entry':
      return `entry ${difference.index}/${difference.member}`;
    case 'model':
      return difference.reason;
  }
}

export function presentDifference(projection: string, difference: Difference): ModelDifference {
  const { kind } = difference;
  const item = itemOf(difference);
  if (kind === 'model') return { projection, item, kind };
  const { expected, actual } = difference;
  return {
    projection,
    item,
    kind,
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
  };
}

export const presentCheckpoint = ({ checkpoint: { size, root, origin, text }, upTo }: ListedCheckpoint) => ({
  size,
  upTo: upTo?.toISOString() ?? null,
  root: root.toString('base64'),
  origin,
  note: text,
});

export const presentSealFinding = (finding: Finding): VerifiedSeals['findings'][number] => ({
  kind: finding.kind,
  message: finding.message,
  ...('position' in finding && finding.position !== undefined && { position: finding.position.toString() }),
  ...('stream' in finding && finding.stream !== undefined && { stream: finding.stream }),
});
