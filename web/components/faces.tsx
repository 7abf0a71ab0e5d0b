import { Avatar } from './avatar.tsx';
import styles from './faces.module.css';

export interface Face {
  readonly uid: string;
  readonly name: string;
  readonly avatar: string | null;
}

/** The others are counted by the text beside the faces. */
const maxFaces = 5;

export interface FacesProps {
  people: readonly Face[];
  /** Diameter in px. */
  size?: number;
  /** How many are shown at most. */
  max?: number;
}

/** Overlapping avatars of a group. Decorative, like each avatar. What is behind them may set `--rim`, its colour. */
export const Faces = ({ people, size = 26, max = maxFaces }: FacesProps) => (
  <span className={styles.faces} aria-hidden="true">
    {people.slice(0, max).map(({ uid, name, avatar }) => (
      <Avatar key={uid} uid={uid} name={name} photoURL={avatar} size={size} className={styles.face} />
    ))}
  </span>
);
