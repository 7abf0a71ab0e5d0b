import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import { idOf, type Projected, type Projection } from './projection.ts';

/** Collection names for the routes. */
export const profilesModel = { profiles: 'profiles' } as const;

/** Collection `profiles`: `{username, avatar}` by uid. */
export const profilesProjection: Projection<Projected<PersonEvent>> = {
  name: 'profiles',
  version: 1,
  events: personEvents,
  fold(event, workspace) {
    const { username, avatar } = event.data;
    workspace.put(profilesModel.profiles, idOf(event), { username, avatar });
  },
};
