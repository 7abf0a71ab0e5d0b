import type { ModerationDecision, ReportReason, SubjectKind } from '../../../server/core/contracts/moderation.ts';

export const kindNames: Readonly<Record<SubjectKind, string>> = {
  post: 'Post',
  postComment: 'Comment',
  recipe: 'Recipe',
  recipeComment: 'Comment',
  playlist: 'Playlist',
  person: 'Person',
  works: 'All works',
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

function aboutOf(kind: SubjectKind): string {
  if (kind === 'person') return '';
  return kind === 'works' ? 'all works of ' : `a ${kindNames[kind].toLowerCase()} by `;
}

/** What stands before and after the name of the author. */
export function decisionWords({ what, kind, until }: ModerationDecision): { before: string; after: string } {
  return { before: `${verbs[what]} ${aboutOf(kind)}`, after: until ? ` until ${dayOf(until)}` : '' };
}

/** Such as "hid a post by Mia". */
export function decisionText(decision: ModerationDecision): string {
  const { before, after } = decisionWords(decision);
  return `${before}${decision.author.name}${after}`;
}

export const timeText = (time: string): string =>
  new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export const untilText = (until: string | null): string =>
  until === null ? 'without an end' : `until ${dayOf(until)}`;
