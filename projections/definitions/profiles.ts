import type { PersonEvent } from '../../server/domain/profile/events.ts';
import { type Folded, idOf } from './people.ts';
import type { Projection } from './projection.ts';

/** The collection that is read. */
export const profilesModel = { profiles: 'profiles' } as const;

/** Collection `profiles`: `{username, avatar}` by uid. */
export const profiles: Projection<Folded<PersonEvent>> = {
  name: 'profiles',
  version: 1,
  eventTypes: ['ProfileCreated', 'ProfileRevised'],
  needs: () => [],
  fold(event, workspace) {
    const { username, avatar } = event.data;
    workspace.put(profilesModel.profiles, idOf(event), { username, avatar });
  },
};
