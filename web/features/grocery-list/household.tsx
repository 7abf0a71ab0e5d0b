import type { Person } from '../../../server/contracts/grocery-list.ts';
import { AvatarStack } from '../../components/avatar.tsx';
import type { SessionUser } from '../../lib/identity/session.ts';
import styles from './household.module.css';
import type { ListedItem } from './pending.ts';

/** Those whose hand is in the list; whoever looks at it comes first. */
function peopleOf(items: readonly ListedItem[], me: SessionUser): Person[] {
  const all = [
    { uid: me.uid, name: me.name },
    ...items.flatMap(({ addedBy, checkedBy }) => [addedBy, checkedBy ?? addedBy]),
  ];
  return [...new Map(all.map((person) => [person.uid, person])).values()];
}

/** "7 to buy, shared by 3", with their faces. */
export function Household({ items, me }: { items: readonly ListedItem[]; me: SessionUser }) {
  if (items.length === 0) return null;
  const people = peopleOf(items, me);
  const open = items.filter(({ checked }) => !checked).length;
  const shared = people.length > 1 ? `, shared by ${people.length}` : '';
  return (
    <div className={styles.line}>
      {people.length > 1 && <AvatarStack names={people.map(({ name }) => name)} />}
      <p>
        {open === 0 ? 'Everything is checked' : `${open} to buy`}
        {shared}
      </p>
    </div>
  );
}
