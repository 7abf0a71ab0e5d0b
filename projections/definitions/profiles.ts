import { avatarName } from '../../server/contracts/avatar-address.ts';
import type { Profile } from '../../server/contracts/profile.ts';
import type { PersonEvent } from '../../server/domain/profile/events.ts';
import { type Folded, idOf } from './people.ts';
import type { Projection } from './projection.ts';

/** The names that are read by. */
export const profilesModel = {
  profiles: 'profiles',
  /** Names of the uploaded pictures that are shown; the others may be removed. */
  avatars: 'avatars',
} as const;

const { profiles: shown, avatars } = profilesModel;

/** Collection `profiles`: `{username, avatar}` by uid, and the index above. */
export const profiles: Projection<Folded<PersonEvent>> = {
  name: 'profiles',
  version: 2,
  eventTypes: ['ProfileCreated', 'ProfileRevised'],
  needs: (event) => [{ kind: 'document', collection: shown, id: idOf(event) }],
  fold(event, workspace) {
    const { username, avatar } = event.data;
    const before = avatarName(workspace.get<Pick<Profile, 'avatar'>>(shown, idOf(event))?.avatar);
    const now = avatarName(avatar);
    if (before !== undefined && before !== now) workspace.unindex(avatars, before);
    if (now !== undefined && before !== now) workspace.index(avatars, now, 0);
    workspace.put(shown, idOf(event), { username, avatar });
  },
};
