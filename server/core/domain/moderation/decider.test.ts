import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { type ModerationCommand, moderation } from './decider.ts';
import { caseIdOf, type ModerationEvent, type Subject, subjectOf } from './events.ts';

const reported: ModerationEvent = { type: 'ContentReported', data: { authorId: 'mia', reason: 'spam', text: 'Ads' } };
const hidden: ModerationEvent = { type: 'ContentHidden', data: { authorId: 'mia', reason: 'Ads' } };
const restored: ModerationEvent = { type: 'ContentRestored', data: { authorId: 'mia', reason: 'Fine' } };
const appealed: ModerationEvent = { type: 'AppealMade', data: { text: 'No ads' } };
const lifted: ModerationEvent = { type: 'SuspensionLifted', data: { reason: 'Fine' } };
const rejected: ModerationEvent = { type: 'AppealRejected', data: { reason: 'Ads' } };
const suspended = (until: string | null): ModerationEvent => ({
  type: 'MemberSuspended',
  data: { uid: 'mia', reason: 'Ads', until },
});
const post = { subject: { kind: 'post', id: '1' } as Subject, authorId: 'mia' };
const person = { subject: { kind: 'person', id: 'mia' } as Subject, authorId: 'mia' };
const now = '2026-01-02T00:00:00.000Z';
const later = '2026-02-01T00:00:00.000Z';

const report = (actor: string): ModerationCommand => ({
  type: 'Report',
  actor,
  authorId: 'mia',
  reason: 'spam',
  text: ' Ads ',
});
const decision = (
  type: 'Hide' | 'Restore' | 'Dismiss' | 'Lift' | 'RejectAppeal',
  reason = 'Ads',
  { actor = 'dee', about = post } = {},
): ModerationCommand => ({ type, actor, reason, ...about });
const suspend = (until: string | null, about = person): ModerationCommand => ({
  type: 'Suspend',
  actor: 'dee',
  reason: 'Ads',
  until,
  now,
  ...about,
});
const appeal = (actor: string): ModerationCommand => ({ type: 'Appeal', actor, text: ' No ads ' });
const when = (...history: ModerationEvent[]) => given(moderation, by('dee', ...history));

describe('a report', () => {
  const reportedByBen = by('ben', reported);
  it('counts once for each member while it is open', () => {
    when().when(report('ben')).decides(reported);
    given(moderation, reportedByBen).when(report('ben')).decides();
    given(moderation, reportedByBen).when(report('ann')).decides(reported);
    given(moderation, [...reportedByBen, ...by('ann', reported)])
      .when(report('ben'))
      .decides();
  });
  const dismissed: ModerationEvent = { type: 'ReportsDismissed', data: { reason: 'Fine' } };
  it.each<[string, ModerationEvent[]]>([
    ['dismissal', [dismissed]],
    ['restoration', [hidden, restored]],
    ['suspension, which may end by its time', [suspended(later)]],
    ['suspension that was lifted', [suspended(null), lifted]],
  ])('counts again after a %s, since the author may change what they wrote', (_, events) => {
    given(moderation, [...reportedByBen, ...by('dee', ...events)])
      .when(report('ben'))
      .decides(reported);
  });
  it('counts again after a restoration of what was reported while it was hidden', () => {
    given(moderation, [...by('dee', hidden), ...reportedByBen, ...by('dee', restored)])
      .when(report('ben'))
      .decides(reported);
  });
  it('is not for the author', () => when().when(report('mia')).refused('OWN_CONTENT'));
});

describe('a decision', () => {
  it('hides what is visible, restores what is hidden, and else changes nothing', () => {
    when().when(decision('Hide')).decides(hidden);
    when(hidden).when(decision('Hide')).decides();
    when(hidden).when(decision('Restore', 'Fine')).decides(restored);
    when(hidden, restored).when(decision('Restore', 'Fine')).decides();
    when(hidden, restored).when(decision('Hide')).decides(hidden);
  });
  it('about all works hides what is visible, and restores only what it has hidden', () => {
    const partOf = 'works:mia';
    const part = (event: typeof hidden | typeof restored): ModerationEvent => {
      if (event.type !== 'ContentHidden' && event.type !== 'ContentRestored') return event;
      return { ...event, data: { ...event.data, partOf } };
    };
    const follows = (type: 'Hide' | 'Restore', reason: string) => ({ ...decision(type, reason), partOf });
    when().when(follows('Hide', 'Ads')).decides(part(hidden));
    when(hidden).when(follows('Hide', 'Ads')).decides();
    when(part(hidden)).when(follows('Restore', 'Fine')).decides(part(restored));
    when(part(hidden)).when(decision('Restore', 'Fine')).decides(restored);
    when(hidden).when(follows('Restore', 'Fine')).decides();
    when(part(hidden), restored, hidden).when(follows('Restore', 'Fine')).decides();
    const works = { subject: { kind: 'works', id: 'mia' } as Subject, authorId: 'mia' };
    when()
      .when(decision('Hide', 'Ads', { about: works }))
      .decides(hidden);
  });
  it('dismisses only open reports', () => {
    when().when(decision('Dismiss')).decides();
    when(reported)
      .when(decision('Dismiss'))
      .decides({ type: 'ReportsDismissed', data: { reason: 'Ads' } });
    when(reported, hidden).when(decision('Dismiss')).decides();
  });
  it('needs a reason, and another moderator than the author', () => {
    when().when(decision('Hide', ' ')).refused('REASON_REQUIRED', 'reason');
    when()
      .when(decision('Hide', 'Ads', { actor: 'mia' }))
      .refused('OWN_CASE');
    when(hidden)
      .when(decision('RejectAppeal', 'Ads', { actor: 'mia' }))
      .refused('OWN_CASE');
  });
  it('suspends only people, into the future, and hides only what they wrote', () => {
    when().when(suspend(later)).decides(suspended(later));
    when().when(suspend(null)).decides(suspended(null));
    when(suspended(later)).when(suspend(later)).decides();
    when(suspended(later)).when(suspend(null)).decides(suspended(null));
    when(suspended(later), lifted).when(suspend(later)).decides(suspended(later));
    when().when(suspend(now)).refused('ENDS_IN_THE_PAST', 'until');
    when().when(suspend(null, post)).refused('ONLY_FOR_PEOPLE');
    when()
      .when(decision('Hide', 'Ads', { about: person }))
      .refused('NOT_FOR_PEOPLE');
    when(suspended(null))
      .when(decision('Lift', 'Fine', { about: person }))
      .decides({ type: 'SuspensionLifted', data: { reason: 'Fine' } });
    when()
      .when(decision('Lift', 'Fine', { about: person }))
      .decides();
    when().when(decision('Lift', 'Fine')).refused('ONLY_FOR_PEOPLE');
  });
});

describe('an appeal', () => {
  it('is for the author, once for each decision', () => {
    when(hidden).when(appeal('mia')).decides(appealed);
    when(suspended(null)).when(appeal('mia')).decides(appealed);
    when(hidden).when(appeal('ben')).refused('NOTHING_TO_APPEAL');
    when(hidden, restored).when(appeal('mia')).refused('NOTHING_TO_APPEAL');
    when(hidden, appealed).when(appeal('mia')).refused('APPEALED_BEFORE');
    when(hidden, appealed, rejected).when(appeal('mia')).refused('APPEALED_BEFORE');
    when(hidden, appealed, restored, hidden).when(appeal('mia')).decides(appealed);
    when(suspended(later), appealed, rejected, suspended(null)).when(appeal('mia')).decides(appealed);
    when(hidden).when({ type: 'Appeal', actor: 'mia', text: '\n' }).refused('TEXT_REQUIRED', 'text');
  });
  it('leaves reports open, which only a decision about them closes', () => {
    const history = [...by('dee', suspended(null)), ...by('ben', reported), ...by('mia', appealed)];
    given(moderation, history).when(report('ben')).decides();
    given(moderation, [...history, ...by('dee', rejected)])
      .when(decision('Dismiss'))
      .decides({ type: 'ReportsDismissed', data: { reason: 'Ads' } });
  });
  it('is rejected only while it is open', () => {
    when(hidden, appealed).when(decision('RejectAppeal')).decides(rejected);
    when(hidden).when(decision('RejectAppeal')).decides();
    when(hidden, appealed, restored).when(decision('RejectAppeal')).decides();
    when(hidden, appealed, rejected).when(decision('RejectAppeal')).decides();
  });
});

it('finds the subject in the id of its case', () => {
  const works: Subject = { kind: 'works', id: 'mia' };
  const subjects: Subject[] = [post.subject, person.subject, works, { kind: 'postComment', id: '1', commentId: '2' }];
  for (const subject of subjects) expect(subjectOf(caseIdOf(subject))).toEqual(subject);
  for (const other of ['', 'post', 'post:', 'post:1:2', 'postComment:1', 'recipeComment:1:2:3', 'list:1']) {
    expect(subjectOf(other), other).toBeUndefined();
  }
});
