import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Profile } from '../../../server/core/contracts/profile.ts';
import { openAs, sessionOf, stubBrowser } from '../../../tests/support/signed-in-page.ts';

const listeners = vi.hoisted(() => new Set<(message: LiveMessage) => void>());
vi.mock('../../lib/live.ts', () => ({ onLive: (listener: (message: LiveMessage) => void) => listeners.add(listener) }));
const receive = (message: LiveMessage) => {
  for (const listener of listeners) listener(message);
};

beforeEach(stubBrowser);

const profile: Profile = {
  username: 'Mia B.',
  email: 'mia@example.org',
  avatar: null,
  hasPassword: true,
  memberSince: '',
};

async function openForm() {
  const page = await openAs('mia', async () => ({
    ...(await import('./api.ts')),
    ...(await import('../../lib/query-client.ts')),
    ...(await import('../../lib/api-client.ts')),
  }));
  const save = async () => {
    const forms: ReturnType<typeof page.useSaveProfile>[] = [];
    const Form = () => {
      forms.push(page.useSaveProfile('mia'));
      return null;
    };
    renderToString(createElement(QueryClientProvider, { client: page.queryClient }, createElement(Form)));
    await forms[0]?.mutateAsync({ form: { username: 'Mia B.' }, changesCredentials: false, key: 'key' });
  };
  return { ...page, save };
}

test('a saved name is shown at once', async () => {
  const { api, save, savedSession } = await openForm();
  vi.spyOn(api, 'send').mockResolvedValue({ data: profile });
  await save();
  expect(savedSession.get()?.user).toMatchObject({ uid: 'mia', name: 'Mia B.', email: 'mia@example.org' });
});

test('a response that arrives after another user has signed in changes nothing of theirs', async () => {
  const { api, save, savedSession } = await openForm();
  vi.spyOn(api, 'send').mockImplementation(async () => {
    savedSession.set(sessionOf('sam'));
    return { data: JSON.parse(JSON.stringify(profile)) };
  });
  await save();
  expect(savedSession.get()).toEqual(sessionOf('sam'));
});

test('the profile is fetched again when another device has changed it, and only then', async () => {
  const { followProfile, profileQuery, queryClient } = await openForm();
  followProfile();
  const { queryKey } = profileQuery('mia');
  queryClient.setQueryData(queryKey, profile);
  const isOutdated = () => queryClient.getQueryState(queryKey)?.isInvalidated;
  const renamed = { kind: 'person.changed', position: '1', name: 'Mia C.', avatar: null } as const;
  receive({ ...renamed, uid: 'sam' });
  receive({ ...renamed, uid: 'mia', name: profile.username });
  expect(isOutdated()).toBe(false);
  receive({ ...renamed, uid: 'mia' });
  expect(isOutdated()).toBe(true);
});
