import {
  type CaseDocument,
  type DecisionDocument,
  moderationModel,
} from '../../../../projections/definitions/moderation.ts';
import { unknownUserName } from '../../../../projections/definitions/people.ts';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import type { StoredDocument } from '../../../../projections/read-models/read-model-store.ts';
import type {
  LoggedDecision,
  ModerationCase,
  ModerationDecision,
  OwnHidden,
  OwnModeration,
} from '../../../core/contracts/moderation.ts';
import { caseIdOf, type Subject, subjectOf } from '../../../core/domain/moderation/events.ts';
import { suspensionOf } from '../../plugins/suspended.ts';
import { personIn } from '../../writing/authors.ts';
import { type CaseModels, excerptOf, type FoundSubject, findSubject } from './find-subject.ts';
import { standingOf } from './standing.ts';

const { cases, decisions, against, decisionsAbout } = moderationModel;
/** Of an author, beside a case. */
const maxHistory = 5;
/** More than an author keeps in sight; each is looked up. */
const maxOwn = 50;

const parse = <Document>({ json }: StoredDocument): Document => JSON.parse(json);
const unreadable = { text: '', path: null, imageUrl: undefined } as const;

type Readable = Pick<FoundSubject, 'title' | 'text' | 'imageUrl' | 'isPrivate'> & { readonly path: string | null };

/** What moderators read of a thing. */
function readable(found: FoundSubject | undefined): Readable {
  if (!found) return { ...unreadable, title: 'Removed' };
  return found.isPrivate ? { ...unreadable, title: 'A private playlist', isPrivate: true } : found;
}

/** How cases are shown to moderators and to authors. */
export function createCases(models: CaseModels) {
  const { moderation, profiles } = models;

  async function named<Shown>(
    uids: readonly string[],
    show: (nameOf: (uid: string) => Named) => Shown,
  ): Promise<Shown> {
    const unique = [...new Set(uids)];
    const found = await profiles.getMany(profilesModel.profiles, unique);
    return show((uid) => {
      const profile = found[unique.indexOf(uid)];
      return { uid, name: profile ? personIn(profile).name : unknownUserName };
    });
  }

  /** Those whose documents exist, in this order. */
  async function documentsOf<Document>(collection: string, ids: readonly string[]): Promise<Document[]> {
    const found = await moderation.getMany(collection, ids);
    return found.flatMap((document) => (document ? [parse<Document>(document)] : []));
  }

  const membersOf = async (index: string, limit: number): Promise<string[]> =>
    (await moderation.range(index, { direction: 'descending', limit })).map(({ member }) => member);

  const presentAll = (found: readonly DecisionDocument[]): Promise<ModerationDecision[]> =>
    named(
      found.flatMap(({ authorId, by }) => [authorId, by]),
      (nameOf) => found.flatMap((decision) => presentDecision(decision, nameOf)),
    );

  async function toCase(document: CaseDocument, moderator: string): Promise<ModerationCase[]> {
    const { caseId, authorId, reports, reportCount, decided, appeal } = document;
    const subject = subjectOf(caseId);
    if (!subject) return [];
    const [found, authorSuspension, [works], history] = await Promise.all([
      findSubject(models, subject),
      suspensionOf(moderation, authorId),
      documentsOf<CaseDocument>(cases, [caseIdOf({ kind: 'works', id: authorId })]),
      membersOf(decisionsAbout(authorId), maxHistory).then((ids) => documentsOf<DecisionDocument>(decisions, ids)),
    ]);
    const authorHistory = await presentAll(history);
    const { title, text, path, imageUrl, isPrivate } = readable(found);
    return named([authorId, ...reports.map(({ by }) => by)], (nameOf) => [
      {
        caseId,
        ...subject,
        title,
        text,
        path,
        reportCount,
        decided,
        appeal,
        authorHistory,
        ...(imageUrl !== undefined && { imageUrl }),
        ...(isPrivate && { isPrivate }),
        author: nameOf(authorId),
        isOwn: authorId === moderator,
        reports: reports.map(({ by, ...written }) => ({ ...written, by: nameOf(by) })),
        authorSuspension: authorSuspension ?? null,
        isAuthorHidden: works?.decided != null,
      },
    ]);
  }

  return {
    /** @param ids of cases */
    async shown(ids: readonly string[], moderator: string): Promise<ModerationCase[]> {
      const found = await documentsOf<CaseDocument>(cases, ids);
      return (await Promise.all(found.map((one) => toCase(one, moderator)))).flat();
    },

    /** @param ids of decisions */
    async decisions(ids: readonly string[]): Promise<LoggedDecision[]> {
      const found = await documentsOf<DecisionDocument>(decisions, ids);
      const shown = found.map(async (decision) => {
        const subject = subjectOf(decision.caseId);
        if (!subject) return [];
        const [presented, standing] = await Promise.all([
          presentAll([decision]),
          standingOf(models, subject, decision),
        ]);
        return presented.map((one) => ({ ...one, ...standing }));
      });
      return (await Promise.all(shown)).flat();
    },

    /** What is decided against a user. */
    async against(uid: string): Promise<OwnModeration> {
      const found = await documentsOf<CaseDocument>(cases, await membersOf(against(uid), maxOwn));
      const [suspension, hidden] = await Promise.all([
        suspensionOf(moderation, uid),
        Promise.all(found.map((one) => toOwn(models, one))),
      ]);
      const caseId = caseIdOf({ kind: 'person', id: uid });
      const ofPerson = found.find((one) => one.caseId === caseId);
      return {
        suspension: suspension ? { caseId, ...suspension, appeal: ofPerson?.appeal ?? null } : null,
        hidden: hidden.flat(),
      };
    },
  };
}

interface Named {
  readonly uid: string;
  readonly name: string;
}

async function toOwn(models: CaseModels, one: CaseDocument): Promise<OwnModeration['hidden']> {
  const { caseId, decided, appeal } = one;
  const subject = subjectOf(caseId);
  if (!subject || subject.kind === 'person' || !decided) return [];
  const found = await findSubject(models, subject);
  // What its author has deleted needs no notice.
  if (!found) return [];
  const { reason, at } = decided;
  return [{ caseId, ...subject, ...placeOf(subject, found), reason, at, appeal }];
}

/** A comment is known by its words. What it is about may be hidden, too, which is not shown to the author of the comment. */
function placeOf(
  { kind }: Subject,
  { title, text, path, isParentReadable }: FoundSubject,
): Pick<OwnHidden, 'title' | 'path'> {
  if (kind === 'works') return { title: 'All that you have published', path };
  if (kind !== 'postComment' && kind !== 'recipeComment') return { title, path };
  const excerpt = excerptOf(text);
  return isParentReadable ? { title: `${title}: ${excerpt}`, path } : { title: `Comment: ${excerpt}`, path: null };
}

const words = {
  ReportsDismissed: 'dismissed',
  ContentHidden: 'hidden',
  ContentRestored: 'restored',
  MemberSuspended: 'suspended',
  SuspensionLifted: 'lifted',
  AppealRejected: 'appealRejected',
} as const;

function presentDecision(decision: DecisionDocument, nameOf: (uid: string) => Named): ModerationDecision[] {
  const { caseId, what, reason, until, authorId, by, at } = decision;
  const subject = subjectOf(caseId);
  if (!subject) return [];
  return [
    {
      ...{ caseId, kind: subject.kind, what: words[what], reason, at },
      ...(until !== undefined && { until }),
      author: nameOf(authorId),
      by: nameOf(by),
    },
  ];
}
