/**
 * The paths of the client's screens, as in `web/app/routes.tsx`. Like the client's router, `isScreen` ignores case and a
 * trailing slash. A test compares the two lists.
 */
export const screens: readonly string[] = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/community',
  '/community/following',
  '/community/new',
  '/community/:postId',
  '/create-post',
  '/grocery-list',
  '/grocery-list/history',
  '/households',
  '/households/:householdId',
  '/join',
  '/join/:code',
  '/meal-plan',
  '/notifications',
  '/people/:uid',
  '/playlists',
  '/playlists/public',
  '/playlists/:userId/:playlistId',
  '/create-recipe',
  '/recipe/:id',
  '/recipe/:id/adapt',
  '/recipe/:id/cook',
  '/recipe/:id/edit',
  '/search',
  '/profile',
];

const anyScreen = screens.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|');

/** Matches the path of a screen, with or without a query. */
export const screenPattern = new RegExp(`^(?:${anyScreen})/?(?:[?].*)?$`, 'i');

export const isScreen = (path: string): boolean => screenPattern.test(path);

/** Whether a path is for programs only, so that an error is JSON and not a page. */
export const isApiPath = (path: string): boolean => /^\/+(?:api|health)(?:\/|$)/.test(path);
