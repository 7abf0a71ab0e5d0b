import type { Happened } from '../happened.ts';
import { Refusal } from '../refusal.ts';
import { line } from '../text.ts';
import { type ProfileEvent, profileCategory } from './events.ts';
import { profileEvents } from './upcast.ts';

export type ProfileCommand =
  /** Makes sure that a profile exists; one that does is left as it is. */
  | { type: 'EnsureProfile'; username: string; avatar: string | null }
  /**
   * Creates the profile or changes it; what is left out stays. Records besides what of the account the identity provider
   * has changed.
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
      /** The picture before the last change: where it is another one, nobody shows it any more. */
      avatarBefore: string | null;
    }
  | undefined;

const named = (username: string | undefined): string => {
  const written = line(username ?? '');
  if (written === '') throw new Refusal('invalid', 'USERNAME_REQUIRED', 'Username is required', 'username');
  return written;
};

function decide(command: ProfileCommand, state: ProfileState): ProfileEvent[] {
  switch (command.type) {
    case 'EnsureProfile':
      return state
        ? []
        : [{ type: 'ProfileCreated', data: { username: named(command.username), avatar: command.avatar } }];
    case 'SetProfile':
      return [...shown(command, state), ...ofAccount(command)];
  }
}

function shown(command: SetProfile, state: ProfileState): ProfileEvent[] {
  const username = named(command.username ?? state?.username);
  const avatar = command.avatar === undefined ? (state?.avatar ?? null) : command.avatar;
  if (!state) return [{ type: 'ProfileCreated', data: { username, avatar } }];
  if (state.username === username && state.avatar === avatar) return [];
  return [{ type: 'ProfileRevised', data: { username, avatar } }];
}

function ofAccount({ emailChanged, passwordChanged }: SetProfile): ProfileEvent[] {
  const events: ProfileEvent[] = [];
  if (emailChanged) events.push({ type: 'EmailChanged', data: {} });
  if (passwordChanged) events.push({ type: 'PasswordChanged', data: {} });
  return events;
}

function evolve(state: ProfileState, event: Happened<ProfileEvent>): ProfileState {
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
