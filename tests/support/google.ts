import type { BrowserContext } from 'playwright-core';

/**
 * Google's loader comes from Google's own host, which the tests do without, also where signing in is emulated. This one
 * does as much as the Firebase SDK asks of it: it says that there is a hidden frame to talk to. What that frame would tell
 * of the window, a test tells by `tellGoogle` on the page.
 */
export const standInForGoogle = (context: BrowserContext): Promise<unknown> =>
  context.route('https://apis.google.com/js/api.js?*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: loader }),
  );

const loader = `
  const frame = { restyle: async () => {}, ping: async () => {}, register: (_event, listener) => { globalThis.tellGoogle = listener; }, send: () => {} };
  globalThis.gapi = {
    load: (_library, { callback }) => callback(),
    iframes: { getContext: () => ({ open: (_options, opened) => opened(frame) }) },
  };
  globalThis[new URL(document.currentScript.src).searchParams.get('onload')]();
`;
