import type { ModerationDecision, ReportReason, SubjectKind } from '../../../server/core/contracts/moderation.ts';

export const kindNames: Readonly<Record<SubjectKind, string>> = {
  post: 'Post',
  postComment: 'Comment',
  recipe: 'Recipe',
  recipeComment: 'Comment',
  playlist: 'Playlist',
  person: 'Person',
};

export const reasonNames: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  abuse: 'Rude or hurtful',
  dangerous: 'Dangerous to follow',
  copyright: 'Copied without permission',
  other: 'Something else',
};

const verbs: Readonly<Record<ModerationDecision['what'], string>> = {
  hidden: 'hid',
  restored: 'restored',
  dismissed: 'dismissed the reports about',
  suspended: 'suspended',
  lifted: 'lifted the suspension of',
  appealRejected: 'rejected the appeal about',
};

const dayOf = (time: string): string => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium' });

/** Such as "hid a post by Mia". */
export function decisionText({ what, kind, author, until }: ModerationDecision): string {
  const about = kind === 'person' ? author.name : `a ${kindNames[kind].toLowerCase()} by ${author.name}`;
  return `${verbs[what]} ${about}${until ? ` until ${dayOf(until)}` : ''}`;
}

export const timeText = (time: string): string =>
  new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export const untilText = (until: string | null): string =>
  until === null ? 'without an end' : `until ${dayOf(until)}`;
