import { describe, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { calendarLink } from './decider.ts';
import type { CalendarLinkEvent } from './events.ts';

const created = (secretHash: string): CalendarLinkEvent => ({
  type: 'CalendarLinkCreated',
  data: { whose: 'mia', secretHash },
});
const revoked: CalendarLinkEvent = { type: 'CalendarLinkRevoked', data: {} };
const linkAfter = (...events: CalendarLinkEvent[]) => given(calendarLink, by('mia', ...events));

describe('the calendar link of a meal plan', () => {
  it('is replaced by a new one', () => {
    const create = { type: 'CreateLink', whose: 'mia', secretHash: 'new' } as const;
    linkAfter().when(create).decides(created('new'));
    linkAfter(created('old')).when(create).decides(created('new'));
  });

  it('is revoked once, and can be created again', () => {
    linkAfter(created('old')).when({ type: 'RevokeLink' }).decides(revoked);
    linkAfter().when({ type: 'RevokeLink' }).decides();
    const ended = linkAfter(created('old'), revoked);
    ended.when({ type: 'RevokeLink' }).decides();
    ended.when({ type: 'CreateLink', whose: 'mia', secretHash: 'new' }).decides(created('new'));
  });
});
