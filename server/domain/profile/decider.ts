import type { Happened } from '../happened.ts';
import { Refusal } from '../refusal.ts';
import { line } from '../text.ts';
import { type ProfileEvent, profileCategory } from './events.ts';

export type ProfileCommand =
  /** Makes sure that a profile exists; one that does is left as it is. */
  | { type: 'EnsureProfile'; username: string; avatar: string | null }
  /** Creates the profile or changes it; what is left out stays. */
  | { type: 'SetProfile'; username?: string | undefined; avatar?: string | null | undefined };

export type ProfileState = { username: string; avatar: string | null } | undefined;

const named = (username: string | undefined): string => {
  const written = line(username ?? '');
  if (written === '') throw new Refusal('invalid', 'USERNAME_REQUIRED', 'Username is required');
  return written;
};

function decide(command: ProfileCommand, state: ProfileState): ProfileEvent[] {
  switch (command.type) {
    case 'EnsureProfile':
      return state
        ? []
        : [{ type: 'ProfileCreated', data: { username: named(command.username), avatar: command.avatar } }];
    case 'SetProfile': {
      const username = named(command.username ?? state?.username);
      const avatar = command.avatar === undefined ? (state?.avatar ?? null) : command.avatar;
      if (!state) return [{ type: 'ProfileCreated', data: { username, avatar } }];
      if (state.username === username && state.avatar === avatar) return [];
      return [{ type: 'ProfileRevised', data: { username, avatar } }];
    }
  }
}

const evolve = (_state: ProfileState, event: Happened<ProfileEvent>): ProfileState => ({ ...event.data });

export const profile = {
  category: profileCategory,
  schema: 1,
  initial: (): ProfileState => undefined,
  decide,
  evolve,
  weight: () => 1,
};
