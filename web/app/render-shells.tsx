/** Renders the first view of the screens into the page, at build time: see `scripts/vite/first-view.ts`. */
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { savedSession } from '../lib/identity/saved-session.ts';
import { queryClient } from '../lib/query-client.ts';
import { Layout } from './layout.tsx';
import { AppRoutes } from './routes.tsx';
import { loadFirstScreen } from './screens.ts';

/** What a screen shows before it has its data. */
export interface Shell {
  /** A regular expression that matches the screen's paths, in any case. */
  path: string;
  isSignedIn: boolean;
  html: string;
  /** The first request of the screen if it is always the same one, so that the page can send it before its scripts do. */
  request?: string;
  /** The module of the screen if its code is loaded by itself, so that the page can load it before its scripts do. */
  module?: string;
}

interface ShownScreen extends Pick<Shell, 'request' | 'module'> {
  /** One of its paths. */
  at: string;
  /** The pattern of its paths. */
  path: string;
  /** Visitors are redirected to the login. */
  isForUsers?: boolean;
}

/**
 * The screens whose first view is not that of `plainScreens`. A test fails if a request is not the one that the
 * screen sends first.
 */
const screens: readonly ShownScreen[] = [
  { at: '/', path: '^/$', request: '/api/recipes?limit=20' },
  {
    at: '/community',
    path: '^/community/?$',
    request: '/api/community?limit=10',
    module: 'features/community/community-screen.tsx',
  },
  {
    at: '/community/following',
    path: '^/community/following/?$',
    isForUsers: true,
    module: 'features/community/following-screen.tsx',
  },
  {
    at: '/community/post',
    path: '^/community/(?!(?:new|following)/?$)[^/]+/?$',
    module: 'features/community/post-screen.tsx',
  },
  { at: '/grocery-list', path: '^/grocery-list/?$', module: 'features/grocery-list/grocery-list-screen.tsx' },
  { at: '/playlists', path: '^/playlists/?$', module: 'features/playlists/playlists-screen.tsx' },
  { at: '/playlists/public', path: '^/playlists/public/?$', module: 'features/playlists/discover-screen.tsx' },
  {
    at: '/playlists/user/playlist',
    path: '^/playlists/[^/]+/[^/]+/?$',
    module: 'features/playlists/playlist-screen.tsx',
  },
  { at: '/recipe/recipe', path: '^/recipe/[^/]+/?$', module: 'features/recipes/recipe-screen.tsx' },
  {
    at: '/recipe/recipe/cook',
    path: '^/recipe/[^/]+/cook/?$',
    module: 'features/recipes/cook/cook-screen.tsx',
  },
  // Only the bars and a skeleton: its dates are not known at build time.
  { at: '/meal-plan', path: '^/meal-plan/?$', isForUsers: true },
  // A skeleton without the bars, which it does not have on a phone.
  { at: '/join', path: '^/join(?:/[^/]+)?/?$', isForUsers: true },
];

/** Screens whose first view is a skeleton, and is shown for all others: not a destination of the bars, and its reader may open it. */
const plainScreens = { user: '/profile', visitor: '/login' };

/** The page replaces the name and the initial by those of the user: see `choose-shell.ts`. */
const anyUser = { user: { uid: '', name: 'Name', email: null, photoURL: null }, token: '' };

export async function renderShells(): Promise<Shell[]> {
  const shells: Shell[] = [];
  for (const isSignedIn of [true, false]) {
    savedSession.set(isSignedIn ? anyUser : null);
    for (const { at, isForUsers = false, ...screen } of screens) {
      if (isForUsers && !isSignedIn) continue;
      if (screen.module) await loadFirstScreen(at);
      shells.push({ ...screen, isSignedIn, html: render(at) });
    }
    shells.push({ path: '^', isSignedIn, html: render(isSignedIn ? plainScreens.user : plainScreens.visitor) });
  }
  return shells;
}

function render(path: string): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={path}>
        <Layout>
          <AppRoutes />
        </Layout>
      </StaticRouter>
    </QueryClientProvider>,
  );
  // React puts preloads of the pictures in front.
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '');
}
