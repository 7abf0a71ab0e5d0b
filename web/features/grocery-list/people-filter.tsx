import { Avatar } from '../../components/avatar.tsx';
import type { Face } from '../../components/faces.tsx';
import styles from './people-filter.module.css';

export interface PeopleFilterProps {
  people: readonly Face[];
  /** A uid; null for all. */
  chosen: string | null;
  onChoose: (uid: string | null) => void;
}

/** Chips that show the changes of all or of one member. */
export const PeopleFilter = ({ people, chosen, onChoose }: PeopleFilterProps) => (
  <fieldset aria-label="Changes of" className={styles.chips}>
    <button type="button" className={styles.chip} aria-pressed={chosen === null} onClick={() => onChoose(null)}>
      All
    </button>
    {people.map(({ uid, name, avatar }) => (
      <button
        key={uid}
        type="button"
        className={styles.chip}
        aria-pressed={chosen === uid}
        onClick={() => onChoose(uid)}
      >
        <Avatar uid={uid} name={name} photoURL={avatar} size={26} className={styles.face} />
        <span dir="auto" className={styles.name}>
          {name}
        </span>
      </button>
    ))}
  </fieldset>
);
