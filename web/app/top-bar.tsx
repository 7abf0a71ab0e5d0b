import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { IconLink, LinkButton } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { AddIcon } from '../components/icons.tsx';
import { ScreenReaderText } from '../components/screen-reader.tsx';
import { useDarkMode } from '../components/use-dark-mode.ts';
import { RecipeSearch } from '../features/recipes/recipe-search.tsx';
import type { Session } from '../lib/identity/session.ts';
import { DestinationLink } from './destination-link.tsx';
import { destinations, home, isRecipe } from './navigation.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { loadAhead } from './screens.ts';
import styles from './top-bar.module.css';

export function TopBar({ session }: { session: Session }) {
  // There the floating button does it on a phone.
  const { pathname } = useLocation();
  const onHome = pathname === home.to;
  return (
    <header className={classNames(styles.bar, isRecipe(pathname) && styles.wideOnly)}>
      <div className={styles.content}>
        <Link to="/" className={styles.home}>
          <Logo />
        </Link>
        {session.status === 'signedIn' && (
          <>
            <nav aria-label="Main" className={styles.links}>
              {destinations.map((destination) => (
                <DestinationLink key={destination.to} destination={destination} className={styles.link}>
                  <destination.Icon size={22} className={styles.linkIcon} />
                  <span className={styles.linkLabel}>{destination.label}</span>
                </DestinationLink>
              ))}
            </nav>
            <div className={styles.personal}>
              <RecipeSearch />
              <IconLink
                to="/create-recipe"
                label="Create recipe"
                icon={<AddIcon />}
                className={classNames(onHome && styles.wide)}
              />
              <ProfileMenu user={session.user} />
            </div>
          </>
        )}
        {session.status === 'signedOut' && (
          <div className={styles.visitor}>
            <RecipeSearch />
            <LinkButton to="/login" {...loadAhead('/login')} variant="quiet" className={styles.logIn}>
              Log In
            </LinkButton>
            <LinkButton to="/register" {...loadAhead('/register')} variant="primary" className={styles.signUp}>
              Sign Up
            </LinkButton>
          </div>
        )}
      </div>
    </header>
  );
}

/**
 * Hidden when it cannot be loaded; the link to the home page keeps its name all the same. The file is chosen here, not by
 * a `<source media>`: of one that fails after the page turned dark a browser says nothing, and shows a broken picture.
 */
function Logo() {
  const file = useDarkMode() ? '/art/logo-wordmark-dark.svg' : '/art/logo-wordmark.svg';
  const [failed, setFailed] = useState<string>();
  if (file === failed) return <ScreenReaderText>Potluck</ScreenReaderText>;
  return (
    <img
      src={file}
      alt="Potluck Logo"
      width="130"
      height="34"
      className={styles.logo}
      onError={() => setFailed(file)}
    />
  );
}
