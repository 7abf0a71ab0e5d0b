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
}

/**
 * A path of each screen whose first view shows more than the bars and a skeleton, the pattern of its paths, and its first
 * request. A test fails if it is not the one that the screen sends.
 */
const screens: readonly (readonly [path: string, pattern: string, request?: string])[] = [
  ['/', '^/$', '/api/recipes?limit=20'],
  ['/community', '^/community/?$', '/api/community?limit=10'],
  ['/grocery-list', '^/grocery-list/?$'],
  ['/playlists', '^/playlists/?$'],
  ['/playlists/public', '^/playlists/public/?$'],
  ['/playlists/user/playlist', '^/playlists/[^/]+/[^/]+/?$'],
  ['/recipe/recipe', '^/recipe/[^/]+/?$'],
];

/**
 * Screens whose first view is a skeleton: forms, and the meal plan, whose dates are not known at build time. Each is one
 * that its reader is not redirected from.
 */
const plainScreens = { user: '/meal-plan', visitor: '/login' };

/** The page replaces the name and the initial by those of the user: see `choose-shell.ts`. */
const anyUser = { user: { uid: '', name: 'Name', email: null, photoURL: null }, token: '' };

export async function renderShells(): Promise<Shell[]> {
  const shells: Shell[] = [];
  for (const isSignedIn of [true, false]) {
    savedSession.set(isSignedIn ? anyUser : null);
    for (const [path, pattern, request] of screens) {
      await loadFirstScreen(path);
      shells.push({ path: pattern, isSignedIn, html: render(path), ...(request !== undefined && { request }) });
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
