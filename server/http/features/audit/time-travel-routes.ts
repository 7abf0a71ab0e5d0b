import type { onRequestHookHandler } from 'fastify';
import { FoldFailed } from '../../../../projections/runner/fold.ts';
import type { EventSearch } from '../../../audit/event-search.ts';
import {
  presentBlame,
  presentExplanation,
  presentExtent,
  presentFieldChange,
  presentSource,
  presentState,
} from '../../../audit/presenters.ts';
import type { PublishedSeals } from '../../../audit/seals/seal-folder.ts';
import { InvalidSource, parseSource, type Source, type SourcesRange, sourcesOfField } from '../../../audit/sources.ts';
import { type Extent, extentOf, type ReadLog } from '../../../audit/time-travel/extent.ts';
import { PastEnd, type Point, UnknownStream } from '../../../audit/time-travel/replay.ts';
import { blame, diff, stateAt } from '../../../audit/time-travel/time-travel.ts';
import { streamCategories, viewOf } from '../../../audit/time-travel/views.ts';
import type {
  Explanation,
  Sources,
  StreamBlame,
  StreamDifferences,
  StreamState,
  Streams,
} from '../../../core/contracts/time-travel.ts';
import type { RecordedEvent } from '../../../core/event-log.ts';
import type { Routes } from '../../requests/typed.ts';
import { type AccessRecorder, accessBy, changesOf, recordRefusal } from './access-recorder.ts';
import { pointOf } from './points.ts';
import { privateKindOf } from './private-streams.ts';
import * as operations from './time-travel-operations.ts';

export interface TimeTravelDeps {
  readonly log: ReadLog;
  readonly events: Pick<EventSearch, 'explain' | 'findStreams' | 'sourcesOfTotal'>;
  readonly seals: Pick<PublishedSeals, 'sealingOf'>;
  readonly recorder: AccessRecorder;
  /** Lets only operators pass. */
  readonly onRequest: onRequestHookHandler[];
}

/** Past states of streams, and the causes of events, as `potluck audit state`, `diff`, `blame` and `why`. */
export function timeTravelRoutes(app: Routes, { log, events, seals, recorder, onRequest }: TimeTravelDeps): void {
  const extent = async (stream: string): Promise<Extent> => {
    const found = await extentOf(log, stream);
    if (!found) throw operations.unknownStream(`There is no stream ${stream}`);
    return found;
  };

  const sourcesOf = async (of: string, field: string | undefined, range: SourcesRange): Promise<Source[]> => {
    const source = parseSource(of, field);
    if (source.kind === 'total') return events.sourcesOfTotal(source.total, range);
    return sourcesOfField(log, source.stream, source.field, range);
  };

  app.get('/audit/streams', { schema: operations.findStreams, onRequest }, async (request) => {
    const { query, kind, why, limit = 20 } = request.query;
    const names = await events.findStreams(prefixesOf(query, kind), limit);
    // A user id may begin as a stream does: it has no events.
    const found = (await Promise.all(names.map((name) => extentOf(log, name)))).filter((one) => one !== undefined);
    const shown = found.flatMap(({ first, last }) => [first, last]);
    await recorder.record(accessBy(request), { events: shown, what: timesOf, why });
    const items = found.map((one) => ({
      ...presentExtent(one),
      hasDocuments: viewOf(one.first.stream) !== undefined,
    }));
    return { items } satisfies Streams;
  });

  app.get('/audit/streams/:stream/state', { schema: operations.readState, onRequest }, async (request) => {
    const { stream } = request.params;
    const { at, why } = request.query;
    const whole = await extent(stream);
    const folded = stateAt(log, stream, optionalPoint(at), authorsOf(stream));
    const state = await withStatus(recordRefusal(recorder, accessBy(request), why, folded));
    const shown = by(actorsOf(state.setBy.values()), state.last);
    await recorder.record(accessBy(request), { events: shown, what: (kinds) => kinds, why });
    return presentState(whole, state, await seals.sealingOf(state.last.position)) satisfies StreamState;
  });

  app.get('/audit/streams/:stream/diff', { schema: operations.readDiff, onRequest }, async (request) => {
    const { stream } = request.params;
    const { from, to, why } = request.query;
    const whole = await extent(stream);
    const compared = diff(log, stream, pointOf(from), optionalPoint(to));
    const { before, after, items } = await withStatus(recordRefusal(recorder, accessBy(request), why, compared));
    const authors = actorsOf(
      items.flatMap(({ path, by: last, fromBy }) => [last, fromBy ?? last, after.setBy.get(path) ?? last]),
    );
    const shown = [...by(authors, before.last), ...by(authors, after.last)];
    await recorder.record(accessBy(request), { events: shown, what: changesOf, why });
    return { ...presentExtent(whole), items: items.map(presentFieldChange) } satisfies StreamDifferences;
  });

  app.get('/audit/streams/:stream/blame', { schema: operations.readBlame, onRequest }, async (request) => {
    const { stream } = request.params;
    const whole = await extent(stream);
    const fields = await withStatus(blame(log, stream));
    const shown = [whole.first, ...fields.map(({ position, meta }) => ({ stream, position, meta }))];
    await recorder.record(accessBy(request), { events: shown, what: changesOf, why: request.query.why });
    return { ...presentExtent(whole), items: fields.map(presentBlame) } satisfies StreamBlame;
  });

  app.get('/audit/sources', { schema: operations.readSources, onRequest }, async (request) => {
    const { of, field, why, after, limit = 50 } = request.query;
    const range = { limit: limit + 1, ...(after !== undefined && { before: BigInt(after) }) };
    const found = await withStatus(sourcesOf(of, field, range));
    const shown = found.slice(0, limit);
    const concerned = shown.flatMap(({ event, authors }) => by(authors, event));
    await recorder.record(accessBy(request), { events: concerned, what: changesOf, why });
    const next = found.length > limit ? (shown.at(-1)?.event.position.toString() ?? null) : null;
    return { items: shown.map(presentSource), next } satisfies Sources;
  });

  app.get('/audit/events/:position/why', { schema: operations.readExplanation, onRequest }, async (request) => {
    const { position } = request.params;
    const explanation = await events.explain(BigInt(position));
    if (!explanation) throw operations.unknownEvent(position);
    const { event, ofCommand, ofRequest } = explanation;
    const shown = [event, ...ofCommand, ...ofRequest];
    await recorder.record(accessBy(request), { events: shown, what: changesOf, why: request.query.why });
    return presentExplanation(explanation, await seals.sealingOf(event.position)) satisfies Explanation;
  });
}

const timesOf = (kinds: string): string => `times of changes of ${kinds}`;

/** The authors of what is shown of a private stream are recorded. */
const authorsOf = (stream: string) => ({ withSetBy: privateKindOf(stream) !== undefined });

const actorsOf = (events: Iterable<RecordedEvent>): string[] => [...events].map(({ meta }) => meta.actor);

/** An event that is shown, and what its state has of others: as of its time, which decides which members it concerns. */
const by = (authors: Iterable<string>, event: RecordedEvent) => [
  event,
  ...[...new Set(authors)].map((actor) => ({
    stream: event.stream,
    position: event.position,
    meta: { ...event.meta, actor },
  })),
];

const optionalPoint = (text: string | undefined): Point | undefined => (text === undefined ? undefined : pointOf(text));

/** A whole prefix, or the beginning of an id in each kind of stream. */
function prefixesOf(query: string, kind: string | undefined): string[] {
  const kinds = kind === undefined ? streamCategories : [kind];
  const isPrefix = kinds.some((one) => query.startsWith(`${one}-`));
  if (isPrefix) return [query];
  const begun = kinds.filter((one) => one.toLowerCase().startsWith(query.toLowerCase())).map((one) => `${one}-`);
  return [...begun, ...kinds.map((one) => `${one}-${query}`)];
}

/** Gives the errors of a replay, and of what it is asked of, their status. */
async function withStatus<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw responseTo(error);
  }
}

function responseTo(error: unknown): unknown {
  if (error instanceof InvalidSource) return operations.invalidSource(error);
  if (error instanceof UnknownStream) return operations.unknownStream(error.message);
  if (error instanceof PastEnd) return operations.pastEnd(error.message);
  return error instanceof FoldFailed ? operations.notFolded(error.message) : error;
}
