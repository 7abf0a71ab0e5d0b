import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { IconButton, IconLink, LinkButton } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { AddIcon, BackIcon } from '../components/icons.tsx';
import { ScreenReaderText } from '../components/screen-reader.tsx';
import { RecipeSearch } from '../features/recipes/recipe-search.tsx';
import type { Session } from '../lib/identity/session.ts';
import { useDarkMode } from '../lib/theme-choice.ts';
import { useGo } from '../lib/use-go.ts';
import { DestinationLink } from './destination-link.tsx';
import {
  community,
  destinations,
  home,
  isCooking,
  isInvitation,
  isOfAccounts,
  isRecipe,
  parentOf,
} from './navigation.ts';
import { NotificationBell } from './notification-bell.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { preloadScreen } from './screens.ts';
import styles from './top-bar.module.css';

export function TopBar({ session }: { session: Session }) {
  const { pathname, search, state } = useLocation();
  // A visitor who logs in returns to where they were; the screens of accounts pass on where that was.
  const loginState = isOfAccounts(pathname) ? state : { from: pathname + search };
  // On a phone, the home screen creates recipes with a floating button instead.
  const onHome = pathname === home.to;
  const parent = parentOf(pathname);
  return (
    <header
      className={classNames(
        styles.bar,
        isCooking(pathname) && styles.hidden,
        (isRecipe(pathname) || isInvitation(pathname)) && styles.wideOnly,
        parent !== undefined && styles.withBack,
      )}
    >
      <div className={styles.content}>
        {parent !== undefined && <BackButton parent={parent} />}
        <Link to="/" className={styles.home}>
          <Logo />
        </Link>
        {session.status !== 'loading' && (
          <nav aria-label="Main" className={styles.links}>
            {(session.status === 'signedIn' ? destinations : [community]).map((destination) => (
              <DestinationLink key={destination.to} destination={destination} className={styles.link}>
                <destination.Icon size={22} className={styles.linkIcon} />
                <span className={styles.linkLabel}>{destination.label}</span>
              </DestinationLink>
            ))}
          </nav>
        )}
        {session.status === 'signedIn' && (
          <div className={styles.personal}>
            <RecipeSearch />
            <IconLink
              to="/create-recipe"
              label="Create recipe"
              icon={<AddIcon />}
              className={classNames(onHome && styles.wide)}
            />
            <NotificationBell uid={session.user.uid} />
            <ProfileMenu user={session.user} />
          </div>
        )}
        {session.status === 'signedOut' && (
          <div className={styles.visitor}>
            <RecipeSearch />
            <LinkButton
              to="/login"
              state={loginState}
              {...preloadScreen('/login')}
              variant="quiet"
              className={styles.logIn}
            >
              Log In
            </LinkButton>
            <LinkButton
              to="/register"
              state={loginState}
              {...preloadScreen('/register')}
              variant="primary"
              className={styles.signUp}
            >
              Sign Up
            </LinkButton>
          </div>
        )}
      </div>
    </header>
  );
}

/** On a phone, in place of the logo. */
function BackButton({ parent }: { parent: string }) {
  const go = useGo();
  const hasHistory = useLocation().key !== 'default';
  return (
    <IconButton
      label="Back"
      icon={<BackIcon size={20} />}
      className={styles.back}
      onClick={() => go(hasHistory ? -1 : parent)}
    />
  );
}

/**
 * Falls back to hidden text when the image cannot be loaded, so the link to Home keeps its name. The file is chosen here,
 * not by `<source media>`: when that fails after a switch to dark mode, browsers fire no error and show a broken image.
 */
function Logo() {
  const file = useDarkMode() ? '/art/logo-wordmark-dark.svg' : '/art/logo-wordmark.svg';
  const [failedFile, setFailedFile] = useState<string>();
  if (file === failedFile) return <ScreenReaderText>Potluck</ScreenReaderText>;
  return (
    <img
      src={file}
      alt="Potluck Logo"
      width="130"
      height="34"
      className={styles.logo}
      onError={() => setFailedFile(file)}
    />
  );
}
