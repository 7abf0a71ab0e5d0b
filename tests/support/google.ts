import type { BrowserContext } from 'playwright-core';

/**
 * Replaces Google's script loader, which the Firebase SDK loads from Google even with an emulator. The stub provides what
 * the SDK needs, a hidden frame that listens for the result of the sign-in window. A test passes that result to
 * `sendToGoogleFrame` on the page.
 */
export const stubGoogleLoader = (context: BrowserContext): Promise<unknown> =>
  context.route('https://apis.google.com/js/api.js?*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: loader }),
  );

const loader = `
  const frame = { restyle: async () => {}, ping: async () => {}, register: (_event, listener) => { globalThis.sendToGoogleFrame = listener; }, send: () => {} };
  globalThis.gapi = {
    load: (_library, { callback }) => callback(),
    iframes: { getContext: () => ({ open: (_options, opened) => opened(frame) }) },
  };
  globalThis[new URL(document.currentScript.src).searchParams.get('onload')]();
`;
