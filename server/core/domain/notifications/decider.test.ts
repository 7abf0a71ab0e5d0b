import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { notifications } from './decider.ts';
import type { NotificationEvent } from './events.ts';

const noon = '2026-11-20T12:00:00.000Z';
const later = '2026-11-20T12:00:01.000Z';
const allRead = (through: string): NotificationEvent => ({ type: 'NotificationsRead', data: { through } });
const read = (id: string, through: string): NotificationEvent => ({ type: 'NotificationRead', data: { id, through } });
const muted = (...groups: string[]): NotificationEvent => ({
  type: 'NotificationSettingsChanged',
  data: { muted: groups },
});
const inboxAfter = (...events: NotificationEvent[]) => given(notifications, by('mia', ...events));

describe('reading notifications', () => {
  it('records the time of the newest one once', () => {
    inboxAfter().when({ type: 'MarkAllRead', through: noon }).decides(allRead(noon));
    inboxAfter(allRead(noon)).when({ type: 'MarkAllRead', through: noon }).decides();
    inboxAfter(allRead(noon)).when({ type: 'MarkAllRead', through: later }).decides(allRead(later));
  });

  it('records one notification once, and again when it is newer', () => {
    const mark = (through: string) => ({ type: 'MarkRead', id: 'postLiked:1', through }) as const;
    inboxAfter().when(mark(noon)).decides(read('postLiked:1', noon));
    inboxAfter(read('postLiked:1', noon)).when(mark(noon)).decides();
    inboxAfter(read('postLiked:1', noon)).when(mark(later)).decides(read('postLiked:1', later));
  });

  it('remembers a bounded number of those that were read one by one', () => {
    const many = Array.from({ length: 300 }, (_, n) => read(`postLiked:${n}`, noon));
    expect(notifications.weight(inboxAfter(...many).state)).toBe(200);
    expect(notifications.weight(inboxAfter(...many, allRead(later)).state)).toBe(0);
  });
});

describe('muting', () => {
  it('records the groups in one order, and only a change', () => {
    inboxAfter()
      .when({ type: 'Mute', groups: ['mentions', 'likes', 'likes'] })
      .decides(muted('likes', 'mentions'));
    inboxAfter(muted('likes', 'mentions'))
      .when({ type: 'Mute', groups: ['mentions', 'likes'] })
      .decides();
    inboxAfter(muted('likes')).when({ type: 'Mute', groups: [] }).decides(muted());
    inboxAfter().when({ type: 'Mute', groups: [] }).decides();
  });
});
