import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { profile } from './decider.ts';
import type { ProfileEvent } from './events.ts';

const created: ProfileEvent = { type: 'ProfileCreated', data: { username: 'Mia', avatar: null } };
const revised = (username: string, avatar: string | null = null): ProfileEvent => ({
  type: 'ProfileRevised',
  data: { username, avatar },
});
const emailChanged: ProfileEvent = { type: 'EmailChanged', data: {} };
const passwordChanged: ProfileEvent = { type: 'PasswordChanged', data: {} };
const picture = 'https://example.org/mia.png';

const mia = by<ProfileEvent>('mia', created);

describe('a profile', () => {
  it('is created by the first SetProfile, with a name on one line', () => {
    given(profile, []).when({ type: 'SetProfile', username: ' Mia\n' }).decides(created);
  });
  it('is created by EnsureProfile only if missing', () => {
    given(profile, []).when({ type: 'EnsureProfile', username: 'Mia', avatar: null }).decides(created);
    given(profile, mia).when({ type: 'EnsureProfile', username: 'Somebody', avatar: picture }).decides();
  });
  it('requires a name', () => {
    for (const username of ['', ' \n', undefined]) {
      given(profile, []).when({ type: 'SetProfile', username }).refused('USERNAME_REQUIRED');
    }
    given(profile, mia).when({ type: 'SetProfile', username: ' ' }).refused('USERNAME_REQUIRED');
  });
  it('keeps omitted fields', () => {
    given(profile, mia).when({ type: 'SetProfile', avatar: picture }).decides(revised('Mia', picture));
    given(profile, by<ProfileEvent>('mia', created, revised('Mia', picture)))
      .when({ type: 'SetProfile', username: 'Maria' })
      .decides(revised('Maria', picture));
    given(profile, by<ProfileEvent>('mia', created, revised('Mia', picture)))
      .when({ type: 'SetProfile', avatar: null })
      .decides(revised('Mia'));
  });
  it('remembers the picture before the last change', () => {
    const changed = [created, revised('Mia', picture), revised('Maria', picture), revised('Maria')];
    const states = changed.map((_, n) => given(profile, by<ProfileEvent>('mia', ...changed.slice(0, n + 1))).state);
    expect(states.map((state) => state?.avatarBefore)).toEqual([null, null, picture, picture]);
  });
  it('records nothing when nothing changed', () => {
    given(profile, mia).when({ type: 'SetProfile', username: 'Mia', avatar: null }).decides();
  });
});

describe('a change of the account', () => {
  it('is recorded after the change of the profile, without data', () => {
    given(profile, mia)
      .when({ type: 'SetProfile', username: 'Maria', emailChanged: true, passwordChanged: true })
      .decides(revised('Maria'), emailChanged, passwordChanged);
    given(profile, mia)
      .when({ type: 'SetProfile', username: 'Mia', emailChanged: false, passwordChanged: true })
      .decides(passwordChanged);
  });
  it('does not change the public profile', () => {
    expect(given(profile, by<ProfileEvent>('mia', created, emailChanged, passwordChanged)).state).toEqual({
      username: 'Mia',
      avatar: null,
      avatarBefore: null,
    });
  });
});
