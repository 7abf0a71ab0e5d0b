import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Person } from '../../../server/core/contracts/people.ts';
import { Avatar } from '../../components/avatar.tsx';
import { personPath } from '../../lib/person-path.ts';
import styles from './person-row.module.css';

/** A person in a list, with what can be done. */
export const PersonRow = ({ person: { uid, name, avatar }, children }: { person: Person; children: ReactNode }) => (
  <li className={styles.row}>
    <Avatar uid={uid} name={name} photoURL={avatar} size={44} />
    <Link to={personPath(uid)} className={styles.name} dir="auto">
      {name}
    </Link>
    {children}
  </li>
);
