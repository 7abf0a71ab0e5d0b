import {
  type CaseDocument,
  type DecisionDocument,
  moderationModel,
} from '../../../../projections/definitions/moderation.ts';
import type { LoggedDecision } from '../../../core/contracts/moderation.ts';
import type { Subject } from '../../../core/domain/moderation/events.ts';
import { type CaseModels, excerptOf, findSubject } from './find-subject.ts';

/** What has become of a decision, and of what it is about. */
type Standing = Pick<LoggedDecision, 'title' | 'path' | 'state' | 'isInForce'>;

/** What a later decision can end. */
const lasting: ReadonlySet<DecisionDocument['what']> = new Set(['ContentHidden', 'MemberSuspended']);

/** @throws ReadModelUnavailable */
export async function standingOf(
  models: CaseModels,
  subject: Subject,
  { caseId, what, at }: DecisionDocument,
): Promise<Standing> {
  const [found, document] = await Promise.all([
    findSubject(models, subject),
    models.moderation.get(moderationModel.cases, caseId),
  ]);
  if (!found) return { title: '', path: null, state: 'removed', isInForce: false };
  const known: CaseDocument | undefined = document && JSON.parse(document.json);
  const decided = known?.decided ?? null;
  const isOver = decided?.until != null && Date.parse(decided.until) <= Date.now();
  const { text, path, isPublic } = found;
  const isComment = 'commentId' in subject;
  const title = found.isPrivate ? '' : found.title;
  return {
    title: isComment ? excerptOf(text) : title,
    path: isPublic ? path + (isComment ? `#comment-${subject.commentId}` : '') : null,
    state: decided && subject.kind !== 'person' ? 'hidden' : 'visible',
    // A case has one decision that holds, which is the newest of its kind.
    isInForce: lasting.has(what) && decided?.at === at && !isOver,
  };
}
