import type { NamedUser } from '../../../server/core/contracts/grocery-list.ts';
import type { Face } from '../../components/faces.tsx';
import type { SessionUser } from '../../lib/identity/session.ts';

/** The people of a list, as the signed-in user sees them. */
export interface People {
  readonly uid: string;
  /** Of the household whose list it is; empty for the user's own list. */
  readonly members: readonly Face[];
  /** With the current picture of a member. */
  faceOf(person: NamedUser): Face;
  /** "You" or the name. */
  nameOf(person: NamedUser): string;
}

export function peopleOf(user: SessionUser, members: readonly Face[] = []): People {
  const me: Face = { uid: user.uid, name: user.name, avatar: user.photoURL };
  return {
    uid: user.uid,
    members,
    faceOf: (person) => {
      if (person.uid === user.uid) return me;
      return { avatar: null, ...members.find(({ uid }) => uid === person.uid), ...person };
    },
    nameOf: ({ uid, name }) => (uid === user.uid ? 'You' : name),
  };
}
