import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line } from '../text.ts';
import { type ProfileEvent, profileCategory } from './events.ts';
import { profileRefusals } from './refusals.ts';
import { profileEvents } from './upcast.ts';

export type ProfileCommand =
  /** Creates the profile if missing. */
  | { type: 'EnsureProfile'; username: string; avatar: string | null }
  /**
   * Creates or changes the profile; an omitted field stays unchanged. Also records the changes that the identity
   * provider has made to the account.
   */
  | {
      type: 'SetProfile';
      username?: string | undefined;
      avatar?: string | null | undefined;
      emailChanged?: boolean;
      passwordChanged?: boolean;
    };

type SetProfile = Extract<ProfileCommand, { type: 'SetProfile' }>;

export type ProfileState =
  | {
      username: string;
      avatar: string | null;
      /** The picture before the last change. If it differs from `avatar`, it is no longer shown. */
      avatarBefore: string | null;
    }
  | undefined;

const validUsername = (username: string | undefined): string => {
  const normalized = line(username ?? '');
  if (normalized === '') throw profileRefusals.usernameRequired();
  return normalized;
};

function decide(command: ProfileCommand, state: ProfileState): ProfileEvent[] {
  switch (command.type) {
    case 'EnsureProfile':
      return state
        ? []
        : [{ type: 'ProfileCreated', data: { username: validUsername(command.username), avatar: command.avatar } }];
    case 'SetProfile':
      return [...publicEvents(command, state), ...accountEvents(command)];
  }
}

function publicEvents(command: SetProfile, state: ProfileState): ProfileEvent[] {
  const username = validUsername(command.username ?? state?.username);
  const avatar = command.avatar === undefined ? (state?.avatar ?? null) : command.avatar;
  if (!state) return [{ type: 'ProfileCreated', data: { username, avatar } }];
  if (state.username === username && state.avatar === avatar) return [];
  return [{ type: 'ProfileRevised', data: { username, avatar } }];
}

function accountEvents({ emailChanged, passwordChanged }: SetProfile): ProfileEvent[] {
  const events: ProfileEvent[] = [];
  if (emailChanged) events.push({ type: 'EmailChanged', data: {} });
  if (passwordChanged) events.push({ type: 'PasswordChanged', data: {} });
  return events;
}

function evolve(state: ProfileState, event: EventWithMetadata<ProfileEvent>): ProfileState {
  switch (event.type) {
    case 'ProfileCreated':
    case 'ProfileRevised':
      return { ...event.data, avatarBefore: state?.avatar ?? null };
    case 'EmailChanged':
    case 'PasswordChanged':
      return state;
  }
}

export const profile = {
  category: profileCategory,
  events: profileEvents,
  initial: (): ProfileState => undefined,
  decide,
  evolve,
  weight: () => 1,
};
