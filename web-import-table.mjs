/** The folders of the client, for `import-table.mjs`. */
const contracts = 'server/core/contracts/';
const recipeText = 'server/recipe-text/';
const recipeFiles = 'server/recipe-files/';
const recipeExport = 'server/recipe-export/';
const identity = ['web/lib/identity/session.ts', 'web/lib/identity/identity-errors.ts'];
const sync = 'web/lib/sync/';
const households = 'web/lib/households/';

export const webFolders = {
  'web/*': ['web/'],
  'web/app/': ['web/', contracts],
  // Photos in forms: apart from the shared components, which the first view loads.
  'web/photos/': ['web/components/', 'web/lib/*', ...identity, contracts],
  // Lists that are pasted into the form of a recipe are read, and files of recipes written, without the server.
  'web/features/(*)/': [
    'web/components/',
    'web/photos/',
    'web/lib/*',
    sync,
    households,
    ...identity,
    contracts,
    recipeText,
    recipeFiles,
    recipeExport,
  ],
  'web/components/': ['web/lib/*', sync, households, contracts],
  'web/lib/*': [...identity, contracts],
  [sync]: ['web/lib/*', ...identity, contracts],
  // What the screens of households, lists and plans share.
  [households]: ['web/lib/*', sync, ...identity, contracts],
  'web/lib/identity/': ['web/lib/store.ts', contracts],
};
