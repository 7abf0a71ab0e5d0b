import type { EventWithMetadata } from '../event-with-metadata.ts';
import { text } from '../text.ts';
import { type ModerationEvent, moderationCategory, type ReportReason, type Subject } from './events.ts';
import { moderationRefusals } from './refusals.ts';
import { moderationEvents } from './upcast.ts';

/** A decision of a moderator. `authorId`: who wrote the subject. */
interface Decision {
  readonly actor: string;
  readonly subject: Subject;
  readonly authorId: string;
  /** Its author reads it. */
  readonly reason: string;
  /** The case of all works of the author, if it follows from the decision about those. */
  readonly partOf?: string;
}

/** Who is a moderator follows from their own stream, so it is checked before. */
export type ModerationCommand =
  | { readonly type: 'Report'; readonly actor: string; readonly authorId: string; reason: ReportReason; text: string }
  | ({ readonly type: 'Hide' | 'Restore' | 'Dismiss' | 'Lift' | 'RejectAppeal' } & Decision)
  /** `until`: ISO 8601, UTC; null for ever. `now` likewise. */
  | ({ readonly type: 'Suspend'; readonly until: string | null; readonly now: string } & Decision)
  | { readonly type: 'Appeal'; readonly actor: string; readonly text: string };

export interface ModerationState {
  /**
   * Who has made the open reports: each member counts once. A decision closes them, and a member may then report again,
   * because an author may change what was found harmless.
   */
  readonly reporters: Set<string>;
  /** The uid of the author who may appeal; undefined while nothing is decided against them. */
  readonly affects: string | undefined;
  /** Of what is hidden: see the event. */
  readonly partOf: string | undefined;
  readonly suspension: { readonly reason: string; readonly until: string | null } | undefined;
  readonly appeal: 'none' | 'open' | 'rejected';
}

function decide(command: ModerationCommand, state: ModerationState): ModerationEvent[] {
  switch (command.type) {
    case 'Report': {
      const { actor, authorId, reason } = command;
      if (actor === authorId) throw moderationRefusals.ownContent();
      if (state.reporters.has(actor)) return [];
      return [{ type: 'ContentReported', data: { authorId, reason, text: text(command.text) } }];
    }
    case 'Appeal':
      return appeal(command, state);
    default:
      return decideAsModerator(command, state);
  }
}

function appeal(command: Extract<ModerationCommand, { type: 'Appeal' }>, state: ModerationState): ModerationEvent[] {
  if (state.affects !== command.actor) throw moderationRefusals.nothingToAppeal();
  if (state.appeal !== 'none') throw moderationRefusals.appealedBefore();
  const written = text(command.text);
  if (written === '') throw moderationRefusals.textRequired();
  return [{ type: 'AppealMade', data: { text: written } }];
}

function decideAsModerator(
  command: Exclude<ModerationCommand, { type: 'Report' | 'Appeal' }>,
  state: ModerationState,
): ModerationEvent[] {
  const { actor, authorId, subject, partOf } = command;
  if (actor === authorId) throw moderationRefusals.ownCase();
  const reason = text(command.reason);
  if (reason === '') throw moderationRefusals.reasonRequired();
  const isPerson = subject.kind === 'person';
  const visibility = { authorId, reason, ...(partOf !== undefined && { partOf }) };
  switch (command.type) {
    case 'Hide':
      if (isPerson) throw moderationRefusals.notForPeople();
      return state.affects === undefined ? [{ type: 'ContentHidden', data: visibility }] : [];
    case 'Restore':
      if (isPerson) throw moderationRefusals.notForPeople();
      if (state.affects === undefined) return [];
      // What was hidden by itself stays hidden when all works are restored.
      if (partOf !== undefined && partOf !== state.partOf) return [];
      return [{ type: 'ContentRestored', data: visibility }];
    case 'Dismiss':
      return state.reporters.size > 0 ? [{ type: 'ReportsDismissed', data: { reason } }] : [];
    case 'Suspend': {
      if (!isPerson) throw moderationRefusals.onlyForPeople();
      const { until, now } = command;
      if (until !== null && until <= now) throw moderationRefusals.endsInThePast();
      const { suspension } = state;
      if (suspension?.reason === reason && suspension.until === until) return [];
      return [{ type: 'MemberSuspended', data: { uid: subject.id, reason, until } }];
    }
    case 'Lift':
      if (!isPerson) throw moderationRefusals.onlyForPeople();
      return state.suspension ? [{ type: 'SuspensionLifted', data: { reason } }] : [];
    case 'RejectAppeal':
      return state.appeal === 'open' ? [{ type: 'AppealRejected', data: { reason } }] : [];
  }
}

const initial = (): ModerationState => ({
  reporters: new Set(),
  affects: undefined,
  partOf: undefined,
  suspension: undefined,
  appeal: 'none',
});

/** The reports are closed, and the author may appeal again. */
const decided = (state: ModerationState): ModerationState => ({ ...state, reporters: new Set(), appeal: 'none' });

function evolve(state: ModerationState, event: EventWithMetadata<ModerationEvent>): ModerationState {
  switch (event.type) {
    case 'ContentReported':
      state.reporters.add(event.meta.actor);
      return state;
    case 'ReportsDismissed':
      return { ...state, reporters: new Set() };
    case 'ContentHidden':
      return { ...decided(state), affects: event.data.authorId, partOf: event.data.partOf };
    case 'MemberSuspended':
      return { ...decided(state), affects: event.data.uid, suspension: event.data };
    case 'ContentRestored':
    case 'SuspensionLifted':
      return { ...decided(state), affects: undefined, partOf: undefined, suspension: undefined };
    case 'AppealMade':
      return { ...state, appeal: 'open' };
    case 'AppealRejected':
      return { ...state, appeal: 'rejected' };
  }
}

export const moderation = {
  category: moderationCategory,
  events: moderationEvents,
  initial,
  decide,
  evolve,
  weight: ({ reporters }: ModerationState): number => reporters.size,
};
