import { Avatar } from './avatar.tsx';
import styles from './faces.module.css';

export interface Face {
  readonly uid: string;
  readonly name: string;
  readonly avatar: string | null;
}

/** The others are counted by the text beside the faces. */
const maxFaces = 5;

/** Overlapping avatars of a group. Decorative, like each avatar. */
export const Faces = ({ people }: { people: readonly Face[] }) => (
  <span className={styles.faces} aria-hidden="true">
    {people.slice(0, maxFaces).map(({ uid, name, avatar }) => (
      <Avatar key={uid} uid={uid} name={name} photoURL={avatar} size={26} className={styles.face} />
    ))}
  </span>
);
