import { NavLink } from 'react-router-dom';
import styles from './bottom-bar.module.css';
import { destinations, home } from './navigation.ts';
import { loadAhead } from './screens.ts';

/** Below the page on narrow screens, where the thumb is. */
export function BottomBar() {
  return (
    <nav aria-label="Main" className={styles.bar}>
      {[home, ...destinations].map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} {...loadAhead(to)} className={styles.item ?? ''}>
          <span className={styles.pill}>
            <Icon size={22} />
          </span>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
