import { useId } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import type { Face } from '../../components/faces.tsx';
import { FieldError } from '../../components/field-error.tsx';
import styles from './bringer-field.module.css';

export interface BringerFieldProps {
  members: readonly Face[];
  /** A uid. Empty for nobody; that of a former member counts as nobody, too. */
  value: string;
  error: string | undefined;
  onChange: (uid: string) => void;
}

/** Which member of the household brings an item. */
export function BringerField({ members, value, error, onChange }: BringerFieldProps) {
  const name = useId();
  const chosen = members.some(({ uid }) => uid === value) ? value : '';
  const choice = (uid: string, label: string, face?: Face) => (
    <label key={uid} className={styles.choice}>
      <input
        type="radio"
        name={name}
        className={styles.radio}
        checked={chosen === uid}
        aria-invalid={error !== undefined && chosen === uid ? true : undefined}
        onChange={() => onChange(uid)}
      />
      {face && <Avatar uid={face.uid} name={face.name} photoURL={face.avatar} size={26} />}
      <span dir="auto" className={styles.name}>
        {label}
      </span>
    </label>
  );
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>Who brings it</legend>
      <div className={styles.choices}>
        {choice('', 'Nobody yet')}
        {members.map((member) => choice(member.uid, member.name, member))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
