import { describe, expect, test } from 'vitest';
import { moderationProjection } from '../../projections/definitions/moderation.ts';
import { playlistsProjection } from '../../projections/definitions/playlists.ts';
import { batch, eventsOf, type GivenEvent } from '../../tests/support/applied-batches.ts';
import { liveMessages } from './messages.ts';

/** A moderator's event about something that Mia has written. */
const on = (caseId: string, type: string): GivenEvent => [
  `moderation-${caseId}`,
  type,
  { authorId: 'mia', reason: 'An advertisement' },
  'dee',
];

describe('a playlist', () => {
  const playlistCase = 'playlist:p1';
  const messagesAfter = (type: string, documents: Record<string, object> = {}, removed: readonly string[] = []) =>
    liveMessages(batch(playlistsProjection.name, eventsOf(7, [on(playlistCase, type)]), documents, removed));
  const deleted = { kind: 'playlist.deleted', position: '7', playlistId: 'p1' };
  const restored = { kind: 'content.restored', position: '7', what: 'playlist', id: 'p1' };
  const stored = (isPrivate: boolean) => ({ 'playlists/p1': { id: 'p1', ownerId: 'mia', isPrivate } });

  test('that is hidden is gone for all if it was public, and for its owner only if it was private', () => {
    expect(messagesAfter('ContentHidden', {}, ['public/p1'])).toEqual([{ room: 'community', message: deleted }]);
    expect(messagesAfter('ContentHidden')).toEqual([{ room: 'user:mia', message: deleted }]);
  });

  test('that is restored is back for all if it is public, and for its owner only if it is private', () => {
    expect(messagesAfter('ContentRestored', stored(false))).toEqual([{ room: 'community', message: restored }]);
    expect(messagesAfter('ContentRestored', stored(true))).toEqual([{ room: 'user:mia', message: restored }]);
    // It was deleted meanwhile.
    expect(messagesAfter('ContentRestored')).toEqual([{ room: 'user:mia', message: restored }]);
  });
});

describe('a decision', () => {
  const cases = { 'cases/post:p1': { authorId: 'mia' }, 'cases/person:ben': { authorId: 'ben' } };
  const messagesAfter = (...given: GivenEvent[]) =>
    liveMessages(batch(moderationProjection.name, eventsOf(7, given), cases));
  const changed = (uid: string, position: string) => ({
    room: `user:${uid}`,
    message: { kind: 'moderation.changed', position },
  });

  test.each(['ContentHidden', 'ContentRestored', 'AppealRejected', 'MemberSuspended', 'SuspensionLifted'])(
    'is sent to the author: %s',
    (type) => {
      expect(messagesAfter(on('post:p1', type))).toEqual([changed('mia', '7')]);
    },
  );

  test('is sent once to each author for a batch', () => {
    const events = [
      on('post:p1', 'ContentHidden'),
      on('person:ben', 'MemberSuspended'),
      on('post:p1', 'AppealRejected'),
    ];
    expect(messagesAfter(...events)).toEqual([changed('mia', '9'), changed('ben', '8')]);
  });

  test.each(['ContentReported', 'ReportsDismissed', 'AppealMade'])('is none for the author: %s', (type) => {
    expect(messagesAfter(on('post:p1', type))).toEqual([]);
  });
});
