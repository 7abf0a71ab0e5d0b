import {
  isPartOfWorks,
  type ModerationEvent,
  type ReportReason,
  type Subject,
  subjectOf,
} from '../../server/core/domain/moderation/events.ts';
import { moderationEvents } from '../../server/core/domain/moderation/upcast.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';

type Event = Projected<ModerationEvent>;

/** Collection and index names for the routes. Entries are sorted by log position. */
export const moderationModel = {
  /** `CaseDocument` by the id of the case. */
  cases: 'cases',
  /** `SuspensionDocument` by uid. */
  suspensions: 'suspensions',
  /** `DecisionDocument` by case and revision. */
  decisions: 'decisions',
  /** Cases with open reports by the newest of them, and by their number. */
  open: 'open',
  mostReported: 'most-reported',
  /** Cases with an appeal that is not decided. */
  appeals: 'appeals',
  /** All decisions, but not what follows from one about all works of an author. */
  log: 'log',
  /** The cases in which something is decided against a user. */
  against: (uid: string): string => `against:${uid}`,
  /** The cases of what is hidden with all works of a user: these are not in `against`. */
  hiddenWithWorks: (uid: string): string => `hidden-with-works:${uid}`,
  /** The decisions about what a user has written, and about themselves. */
  decisionsAbout: (uid: string): string => `decisions-about:${uid}`,
} as const;

const { cases, suspensions, decisions, open, mostReported, appeals, log, against, hiddenWithWorks, decisionsAbout } =
  moderationModel;

export interface ReportDocument {
  /** The reporter's uid: only moderators see it. */
  readonly by: string;
  readonly at: string;
  readonly reason: ReportReason;
  readonly text: string;
}

export interface CaseDocument {
  readonly caseId: string;
  readonly authorId: string;
  /** The newest of the open reports, newest first. */
  readonly reports: readonly ReportDocument[];
  /** Of all open reports. */
  readonly reportCount: number;
  /** Why and since when it is hidden or, for a person, suspended. */
  readonly decided: { readonly reason: string; readonly at: string; readonly until?: string | null } | null;
  readonly appeal: { readonly text: string; readonly at: string; readonly rejected: string | null } | null;
}

export interface SuspensionDocument {
  readonly reason: string;
  /** ISO 8601, UTC; null for ever. */
  readonly until: string | null;
}

export interface DecisionDocument {
  readonly caseId: string;
  readonly authorId: string;
  readonly what: Exclude<ModerationEvent['type'], 'ContentReported' | 'AppealMade'>;
  readonly reason: string;
  readonly until?: string | null;
  /** The moderator's uid. */
  readonly by: string;
  readonly at: string;
}

/** What a moderator reads of the reports of one thing; more say nothing new. */
const maxReports = 20;

/** Case by case: what was reported, what is decided, and what authors answer. */
export const moderationProjection: Projection<Event> = {
  name: 'moderation',
  version: 2,
  events: moderationEvents,
  fold(event, workspace) {
    const caseId = idOf(event);
    const subject = subjectOf(caseId);
    if (!subject) return;
    const before = workspace.get<CaseDocument>(cases, caseId);
    const next = caseAfter(before ?? newCase(caseId, authorIn(event, subject)), event);
    workspace.put(cases, caseId, next);
    keepIndexes(workspace, event, next);
    keepSuspension(workspace, event, subject);
    if (event.type === 'ContentReported' || event.type === 'AppealMade' || isPartOfWorks(event)) return;
    record(workspace, event, next);
  },
};

const newCase = (caseId: string, authorId: string): CaseDocument => ({
  caseId,
  authorId,
  reports: [],
  reportCount: 0,
  decided: null,
  appeal: null,
});

/** The first event of a case names the author. */
function authorIn({ data }: Event, { kind, id }: Subject): string {
  if ('authorId' in data) return data.authorId;
  return kind === 'person' ? id : '';
}

function caseAfter(before: CaseDocument, event: Event): CaseDocument {
  const { actor: by, at } = event.meta;
  const closed = { ...before, reports: [], reportCount: 0 };
  switch (event.type) {
    case 'ContentReported': {
      const { reason, text } = event.data;
      const reports = [{ by, at, reason, text }, ...before.reports].slice(0, maxReports);
      return { ...before, reports, reportCount: before.reportCount + 1 };
    }
    case 'ReportsDismissed':
      return closed;
    case 'ContentHidden':
      return { ...closed, decided: { reason: event.data.reason, at }, appeal: null };
    case 'MemberSuspended':
      return { ...closed, decided: { reason: event.data.reason, at, until: event.data.until }, appeal: null };
    case 'ContentRestored':
    case 'SuspensionLifted':
      return { ...closed, decided: null, appeal: null };
    case 'AppealMade':
      return { ...before, appeal: { text: event.data.text, at, rejected: null } };
    case 'AppealRejected':
      return { ...before, appeal: before.appeal && { ...before.appeal, rejected: event.data.reason } };
  }
}

/** Reports first: of as many, the newest one decides. */
const reportsScale = 2 ** 32;
const maxScored = 2 ** 20;

function keepIndexes(workspace: Workspace, event: Event, next: CaseDocument): void {
  const { type, position, meta } = event;
  const { caseId, authorId, reportCount, decided, appeal } = next;
  const score = positionScore(position);
  if (reportCount === 0) {
    workspace.unindex(open, caseId);
    workspace.unindex(mostReported, caseId);
  } else if (type === 'ContentReported') {
    const seconds = Math.floor(Date.parse(meta.at) / 1000);
    workspace.index(open, caseId, score);
    workspace.index(mostReported, caseId, Math.min(reportCount, maxScored) * reportsScale + seconds);
  }
  if (decided === null) {
    workspace.unindex(against(authorId), caseId);
    workspace.unindex(hiddenWithWorks(authorId), caseId);
  } else if (type === 'ContentHidden' || type === 'MemberSuspended') {
    const index = isPartOfWorks(event) ? hiddenWithWorks : against;
    workspace.index(index(authorId), caseId, score);
  }
  if (type === 'AppealMade') workspace.index(appeals, caseId, score);
  else if (appeal === null || appeal.rejected !== null) workspace.unindex(appeals, caseId);
}

function keepSuspension(workspace: Workspace, event: Event, { id }: Subject): void {
  if (event.type === 'MemberSuspended') {
    const { reason, until } = event.data;
    workspace.put(suspensions, id, { reason, until } satisfies SuspensionDocument);
  } else if (event.type === 'SuspensionLifted') workspace.remove(suspensions, id);
}

function record(
  workspace: Workspace,
  event: Exclude<Event, { type: 'ContentReported' | 'AppealMade' }>,
  { caseId, authorId }: CaseDocument,
): void {
  const { type: what, data, meta, revision, position } = event;
  const id = `${caseId}@${revision}`;
  workspace.put(decisions, id, {
    caseId,
    authorId,
    what,
    reason: data.reason,
    ...(what === 'MemberSuspended' && 'until' in data && { until: data.until }),
    by: meta.actor,
    at: meta.at,
  } satisfies DecisionDocument);
  workspace.index(log, id, positionScore(position));
  workspace.index(decisionsAbout(authorId), id, positionScore(position));
}
