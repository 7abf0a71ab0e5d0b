import { Link } from 'react-router-dom';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { dayName, timeOf } from './history-lines.ts';
import styles from './item-story.module.css';
import type { People } from './people.ts';

/** Who added, changed and checked an item, and a link to all its changes. */
export function ItemStory({ item, people }: { item: GroceryItem; people: People }) {
  const { addedBy, addedAt, changedBy, checkedBy, recipeTitle } = item;
  const name = (person: GroceryItem['addedBy']) => (person.uid === people.uid ? 'you' : person.name);
  const when = `${dayName(new Date(addedAt), new Date()).replace(/^(Tod|Yest)/, (day) => day.toLowerCase())}, ${timeOf(addedAt)}`;
  const parts = [
    `Added by ${name(addedBy)}${recipeTitle ? ` for ${recipeTitle}` : ''}, ${when}`,
    ...(changedBy ? [`changed by ${name(changedBy)}`] : []),
    ...(checkedBy ? [`checked by ${name(checkedBy)}`] : []),
  ];
  return (
    <p className={styles.story}>
      {parts.join('; ')}. <Link to={`/grocery-list/history?item=${item.id}`}>All its changes</Link>
    </p>
  );
}
