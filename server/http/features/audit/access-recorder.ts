import type { FastifyRequest } from 'fastify';
import type { EventSearch } from '../../../audit/event-search.ts';
import { UnknownStream } from '../../../audit/time-travel/replay.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { newId } from '../../../commands/ids.ts';
import { accessRecord } from '../../../core/domain/access/decider.ts';
import { machine } from '../../../core/domain/staff/events.ts';
import { line } from '../../../core/domain/text.ts';
import type { ReadableLog, RecordedEvent } from '../../../core/event-log.ts';
import { userOf } from '../../plugins/authentication.ts';
import { invalid } from '../../responses/errors.ts';
import { createOwners } from './owners.ts';
import { privateKindOf } from './private-streams.ts';

/** What an operator is shown: these events, or what they make of a stream. */
export interface Access {
  readonly events: readonly Pick<RecordedEvent, 'stream' | 'meta' | 'position'>[];
  /** In words of users, such as `changes of grocery lists`. @param kinds such as `grocery lists` */
  readonly what: (kinds: string) => string;
  readonly why: string;
}

/** Whose access is recorded. */
export interface AccessBy {
  readonly uid: string;
  readonly requestId: string;
  /** Until when the reader waits, in ms of `performance.now()`: afterwards nothing is recorded, since nothing is shown. */
  readonly deadline?: number;
}

export interface AccessRecorder {
  /**
   * Records the access to private data for each user whom it concerns. Call it before the data is shown, so that no access
   * is missing.
   * @param recorded what the same reader has been shown before, which is not recorded again
   * @throws HttpError for a reason that nobody could read, EventLogUnavailable, and what the command handler throws
   */
  record(by: AccessBy, access: Access, recorded?: Set<string>): Promise<void>;
  /**
   * As `record`, for private data of one user that is in no stream, such as their email.
   * @param access `what` says which, in words of users
   */
  recordFor(whose: string, by: AccessBy, access: { readonly what: string; readonly why: string }): Promise<void>;
}

/** A reader that is shown more begins again. */
const maxRecorded = 100_000;

export const changesOf = (kinds: string): string => `changes of ${kinds}`;

export const accessBy = (request: FastifyRequest): AccessBy => ({
  uid: userOf(request).uid,
  requestId: request.id,
  deadline: request.deadline,
});

/** The reason as it is recorded. @throws HttpError when it has no visible characters */
export function reasonOf(why: string): string {
  const reason = line(why);
  if (reason === '') throw invalid('Invalid input data: why must say why you read private data');
  return reason;
}

/** Records also what a refusal tells of private data: when a stream begins, or whether it has ever had something. */
export async function recordRefusal<T>(
  recorder: AccessRecorder,
  by: AccessBy,
  why: string,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const told = error instanceof UnknownStream ? error.told : [];
    if (told.length > 0) await recorder.record(by, { events: told, what: changesOf, why });
    throw error;
  }
}

export function createAccessRecorder(
  commands: CommandHandler,
  log: Pick<ReadableLog, 'readStream'>,
  search: Pick<EventSearch, 'findStreamsOf'>,
): AccessRecorder {
  const owners = createOwners(log, search);

  /** The kinds of private data that concern each user. */
  async function concerned(events: Access['events']): Promise<Map<string, Set<string>>> {
    const kindsOf = new Map<string, Set<string>>();
    const add = (uid: string, kind: string) => {
      if (uid === machine) return;
      kindsOf.set(uid, (kindsOf.get(uid) ?? new Set()).add(kind));
    };
    /** By household and kind, the time of the earliest event. */
    const households = new Map<string, { id: string; kind: string; since: string }>();
    for (const event of events) {
      const kind = privateKindOf(event.stream);
      if (kind === undefined) continue;
      add(event.meta.actor, kind);
      const owner = await owners.of(event);
      if (owner?.kind === 'user') add(owner.uid, kind);
      if (owner?.kind !== 'household') continue;
      const { at } = event.meta;
      const key = `${owner.id} ${kind}`;
      const since = households.get(key)?.since ?? at;
      households.set(key, { id: owner.id, kind, since: since < at ? since : at });
    }
    for (const { id, kind, since } of households.values()) {
      for (const uid of await owners.membersSince(id, since)) add(uid, kind);
    }
    return kindsOf;
  }

  async function append(whose: readonly string[], { uid, requestId, deadline }: AccessBy, what: string, why: string) {
    // Never taken for a repeated command: what it shows may have changed.
    const context = {
      actor: uid,
      commandId: newId(),
      correlationId: requestId,
      ...(deadline !== undefined && { deadline }),
    };
    await commands.handle(accessRecord, uid, { type: 'RecordAccess', what, whose, why }, context, () => undefined);
  }

  return {
    recordFor: (whose, by, { what, why }) => append([whose], by, what, reasonOf(why)),
    record: async (by, { events, what, why: written }, recorded = new Set()) => {
      const why = reasonOf(written);
      const groups = new Map<string, string[]>();
      const shown: string[] = [];
      for (const [whose, kinds] of await concerned(events)) {
        const isNew = (kind: string) => !recorded.has(`${whose} ${kind}`);
        const added = [...kinds].filter(isNew).sort();
        if (added.length === 0) continue;
        shown.push(...added.map((kind) => `${whose} ${kind}`));
        const text = what(added.join(', '));
        groups.set(text, [...(groups.get(text) ?? []), whose]);
      }
      for (const [text, whose] of groups) await append(whose, by, text, why);
      if (recorded.size > maxRecorded) recorded.clear();
      for (const one of shown) recorded.add(one);
    },
  };
}
