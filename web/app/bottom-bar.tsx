import styles from './bottom-bar.module.css';
import { DestinationLink } from './destination-link.tsx';
import { destinations, home } from './navigation.ts';

/** The main navigation of narrow screens, at the bottom within reach of the thumb. */
export function BottomBar() {
  return (
    <nav aria-label="Main" className={styles.bar}>
      {[home, ...destinations].map((destination) => (
        <DestinationLink key={destination.to} destination={destination} className={styles.item}>
          <span className={styles.pill}>
            <destination.Icon size={22} />
          </span>
          <span className={styles.label}>{destination.label}</span>
        </DestinationLink>
      ))}
    </nav>
  );
}
