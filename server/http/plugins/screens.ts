/** Where the client has a screen; `web/app/routes.tsx` shows them. Like there, case and a last slash mean nothing. */
export const screens: readonly string[] = [
  '/',
  '/login',
  '/register',
  '/community',
  '/community/new',
  '/create-post',
  '/grocery-list',
  '/meal-plan',
  '/playlists',
  '/playlists/public',
  '/playlists/:userId/:playlistId',
  '/create-recipe',
  '/recipe/:id',
  '/recipe/:id/edit',
  '/profile',
];

const known = new RegExp(`^(?:${screens.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`, 'i');

export const isScreen = (path: string): boolean => known.test(path);

/** Where only programs have business, so that a page would answer nobody's question. */
export const isForPrograms = (path: string): boolean => /^\/+(?:api|health)(?:\/|$)/.test(path);
