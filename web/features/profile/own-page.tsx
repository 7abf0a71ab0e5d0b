import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { personPath } from '../../lib/person-path.ts';
import styles from './own-page.module.css';
import card from './settings-card.module.css';

const parts = { posts: 'Posts', recipes: 'Recipes', playlists: 'Playlists', following: 'Following' };

/** Links to the user's own page in the community. */
export function OwnPage({ uid }: { uid: string }) {
  return (
    <Card as="section" className={card.card} aria-labelledby="own-page">
      <div>
        <h2 id="own-page" className={card.title}>
          Your page
        </h2>
        <p className={card.hint}>What you share, as others see it. Whom you follow, only you see.</p>
      </div>
      <ul className={styles.links}>
        {Object.entries(parts).map(([part, label]) => (
          <li key={part}>
            <LinkButton size="small" to={`${personPath(uid)}?show=${part}`}>
              {label}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
