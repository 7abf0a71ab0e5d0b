/** The service worker: opens the application without a connection (docs/adr/0033). The build puts it at `/sw.js`. */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { picturesCache } from './pictures-cache.ts';
import { showPushMessages } from './push-messages.ts';

/** What this worker uses of its scope. TypeScript's library `webworker` contradicts `dom`, which the pages need. */
declare const self: {
  addEventListener(type: 'message', listener: (event: { readonly data?: { readonly type?: string } }) => void): void;
  skipWaiting(): Promise<void>;
};

// `scripts/vite/service-worker.ts` replaces these.
declare const precachedFiles: PrecacheEntry[];
/** Source of the regular expression for the addresses of screens. */
declare const screenAddresses: string;

const daySeconds = 24 * 60 * 60;

cleanupOutdatedCaches();
// Only navigations get the stored page: the client fetches `/` to find out the server's release.
precacheAndRoute(precachedFiles, { directoryIndex: '' });
// Other addresses, such as the API documentation, are the server's.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [new RegExp(screenAddresses, 'i')] }),
);

registerRoute(
  ({ request, url, sameOrigin }) => request.destination === 'image' && sameOrigin && !url.pathname.startsWith('/api/'),
  new StaleWhileRevalidate({
    cacheName: picturesCache,
    // The classes declare their callbacks as possibly undefined, which the type of plugins does not allow.
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }) as WorkboxPlugin,
      new ExpirationPlugin({
        maxEntries: 60,
        maxAgeSeconds: 30 * daySeconds,
        purgeOnQuotaError: true,
      }) as WorkboxPlugin,
    ],
  }),
);

showPushMessages();

// The page that installs the worker gets its code from it, too. An update waits: `updates.ts`.
clientsClaim();
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') self.skipWaiting().catch(reportError);
});
