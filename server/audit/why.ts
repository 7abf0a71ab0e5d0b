import { allProjections } from '../../projections/definitions/all.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import { FoldFailed } from '../../projections/runner/fold.ts';
import type { ReadableLog, RecordedEvent } from '../core/event-log.ts';
import type { AuditIndex, IndexFilter } from './index/audit-index.ts';
import { findEvents, readEvent } from './index/find-events.ts';
import { type PushedMessage, pushedMessages, pushingView } from './pushed-messages.ts';
import { replay } from './time-travel/replay.ts';
import { type StreamView, viewOf } from './time-travel/views.ts';

/** The cause and the effects of an event. */
export interface Explanation {
  readonly event: RecordedEvent;
  /** The other events of the same command, oldest first. */
  readonly ofCommand: readonly RecordedEvent[];
  /** The events of other commands of the same request, oldest first. */
  readonly ofRequest: readonly RecordedEvent[];
  /** The read models that fold it, such as `posts@6`. */
  readonly readModels: readonly string[];
  /** The documents of its stream that it changed, by collection and id. */
  readonly documents: readonly string[];
  /** The messages to live browsers, as if no other event were in the same batch. */
  readonly messages: readonly PushedMessage[];
  /** Why documents and messages are not known: the event, or an earlier one of its stream, cannot be folded. */
  readonly problem: string | undefined;
}

/** More events than one request records. */
const maxEvents = 10_000;

/** Undefined when the log has no event at this position. @throws EventLogUnavailable */
export async function explain(log: ReadableLog, index: AuditIndex, position: bigint): Promise<Explanation | undefined> {
  const found = index.at(position);
  if (!found) return undefined;
  const event = await readEvent(log, found);
  const { commandId, correlationId } = event.meta;
  const others = async (filter: IndexFilter) => {
    const events: RecordedEvent[] = [];
    const query = { ...filter, direction: 'forwards', limit: maxEvents } as const;
    for await (const other of findEvents(log, index, query)) if (other.id !== event.id) events.push(other);
    return events;
  };
  const ofRequest = await others({ correlationId });
  return {
    event,
    ofCommand: await others({ commandId }),
    ofRequest: ofRequest.filter(({ meta }) => meta.commandId !== commandId),
    readModels: allProjections.filter(({ events }) => event.type in events).map(versionedName),
    ...(await effectsOf(log, event).catch(unknownEffects)),
  };
}

type Effects = Pick<Explanation, 'documents' | 'messages' | 'problem'>;

/** The rest of the explanation is what an operator needs then. */
function unknownEffects(error: unknown): Effects {
  if (!(error instanceof FoldFailed)) throw error;
  return { documents: [], messages: [], problem: error.message };
}

async function effectsOf(log: ReadableLog, { stream, position, id }: RecordedEvent): Promise<Effects> {
  const replayed = async (view: StreamView | undefined) => {
    if (!view) return undefined;
    for await (const each of replay(log, stream, [{ position }], view)) if (each.event.id === id) return each;
    return undefined;
  };
  const view = viewOf(stream);
  const pushing = pushingView(stream, view);
  const changed = await replayed(view);
  const pushed = pushing === view ? changed : await replayed(pushing);
  return {
    documents: changed?.changes.map(({ document }) => document) ?? [],
    messages: pushed ? pushedMessages(pushed.applied) : [],
    problem: undefined,
  };
}
