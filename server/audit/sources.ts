/** Which events a value comes from: a total, or a field of a stream's documents. */
import type { ReadableLog, RecordedEvent } from '../core/event-log.ts';
import type { AuditIndex } from './index/audit-index.ts';
import { findEvents } from './index/find-events.ts';
import { Comparison, type Difference } from './time-travel/differences.ts';
import type { ReadLog } from './time-travel/extent.ts';
import { replay } from './time-travel/replay.ts';

/** An event, and what it made of the value. */
export interface Source {
  readonly event: RecordedEvent;
  readonly changes: readonly Difference[];
  /** Who had set the fields that it changed: their values are shown, too. */
  readonly authors: readonly string[];
}

export interface SourcesRange {
  /** Maximum number of events. */
  readonly limit: number;
  /** Only events before this position. */
  readonly before?: bigint;
}

/** The numbers of what all can read, with the events that add to them and take from them. */
export const totals = {
  feed: { adds: 'PostPublished', takes: 'PostDeleted' },
  recipes: { adds: 'RecipePublished', takes: 'RecipeWithdrawn' },
} as const;

export type Total = keyof typeof totals;

const isTotal = (text: string): text is Total => Object.hasOwn(totals, text);

/** What the sources are asked of: a number, or a stream, of which `field` selects the fields (default: all). */
export type SourceOf =
  | { readonly kind: 'total'; readonly total: Total }
  | { readonly kind: 'stream'; readonly stream: string; readonly field: string | undefined };

/** It has no sources. `message` is one line. */
export class InvalidSource extends Error {
  /** What is wrong: the total or stream, or the field. */
  readonly parameter: 'of' | 'field';

  constructor(parameter: InvalidSource['parameter'], message: string) {
    super(message);
    this.name = 'InvalidSource';
    this.parameter = parameter;
  }
}

const totalNames = Object.keys(totals);

/** How to name what sources are asked of. */
export const sourceHint = `${totalNames.join(' or ')} for their number, or a stream, such as post-ID`;

/** @param of the name of a total or of a stream @throws InvalidSource */
export function parseSource(of: string, field?: string): SourceOf {
  if (isTotal(of)) {
    if (field !== undefined) throw new InvalidSource('field', `${of} is a number, which has no fields`);
    return { kind: 'total', total: of };
  }
  if (!/^[A-Za-z]+-\S+$/.test(of)) {
    const message = `${of} is neither ${totalNames.join(' nor ')} nor the name of a stream, such as post-ID`;
    throw new InvalidSource('of', message);
  }
  return { kind: 'stream', stream: of, field };
}

/** Newest first, each with the total before and after it. */
export async function* sourcesOfTotal(
  log: ReadableLog,
  index: AuditIndex,
  total: Total,
  { limit, before }: SourcesRange,
): AsyncGenerator<Source> {
  const { adds, takes } = totals[total];
  const after = before === undefined ? {} : { after: before };
  const query = { types: [adds, takes], direction: 'backwards', limit, ...after } as const;
  let to: number | undefined;
  for await (const event of findEvents(log, index, query)) {
    const { type, position } = event;
    to ??= index.countOfType(adds, position) - index.countOfType(takes, position);
    const from = type === adds ? to - 1 : to + 1;
    yield { event, changes: [{ path: total, from, to }], authors: [] };
    to = from;
  }
}

/**
 * Newest first: the events that changed a field of the stream's documents.
 * @param field a path as `blame` shows it, or a part of one, such as `likeCount`, since ids differ; undefined: all fields
 * @throws UnknownStream, NewerRelease, FoldFailed
 */
export async function sourcesOfField(
  log: ReadLog,
  stream: string,
  field: string | undefined,
  { limit, before }: SourcesRange,
): Promise<Source[]> {
  const newest: Source[] = [];
  const comparison = new Comparison();
  const authorOf = new Map<string, string>();
  for await (const { event, changes } of replay(log, stream)) {
    if (before !== undefined && event.position >= before) break;
    const changed = changes.flatMap(({ document, from, to }) =>
      [...comparison.differences(from, to, document)].filter(
        ({ path }) => field === undefined || isWithin(path, field),
      ),
    );
    if (changed.length === 0) continue;
    const authors = new Set(changed.flatMap(({ path }) => authorOf.get(path) ?? []));
    for (const { path, to } of changed) {
      if (to === undefined) authorOf.delete(path);
      else authorOf.set(path, event.meta.actor);
    }
    newest.push({ event, changes: changed, authors: [...authors] });
    if (newest.length > limit) newest.shift();
  }
  return newest.reverse();
}

const isWithin = (path: string, field: string): boolean => `/${path}/`.includes(`/${field}/`);
