import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { firstView } from './scripts/vite/first-view.ts';
import { scrollBarSize } from './scripts/vite/scroll-bar-size.ts';
import { serviceWorker } from './scripts/vite/service-worker.ts';
import { shortClassNames } from './scripts/vite/short-class-names.ts';

const api = process.env.POTLUCK_API ?? 'http://127.0.0.1:5000';
const proxied = [
  '/api',
  '/pictures',
  '/health',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
  '/emulator',
];

/** Preloads the font of the first paint, so that the browser requests it before it has parsed the styles. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /nunito-latin-wght-normal.*[.]woff2$/.test(file));
      if (!font) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

const named = (folder: string, names: readonly string[]): RegExp =>
  new RegExp(`/web/${folder}/(?:${names.join('|')})[.]`);
const isOneOf =
  (...patterns: readonly RegExp[]) =>
  (module: string): boolean =>
    patterns.some((pattern) => pattern.test(module));

/** Forms, and what opens only on a press: no screen for viewing shows them at first. */
const isOfForms = isOneOf(
  named('components', [
    '[a-z-]*field[a-z-]*',
    '(?:use-|table-)?form(?:-page|-part|-dialog|-icons)?',
    '(?:use-)?sortable(?:-list)?',
    '(?:appeal|confirm|name|report)-dialog',
    'choice-rows|drafts-button|drafts-dialog|failure|not-saved-change|preview|search-box|table-page|use-submission|waiting-sheet',
  ]),
  named('lib', [
    'field-checks|kept-drafts|moved-to|use-draft-key|use-kept-draft|send-idempotently|use-media-preview|use-own-picture',
  ]),
);

/** What only lists, plans and recipes share: the home page and the feed do without. */
const isOfDocuments = isOneOf(
  named('components', [
    'appeal|card-link|change-sentence|decisions-about-me|dialog|faces|(?:grip|less|pencil)-icon|hidden-notice|household-switch|log-in-button|more-results|report-menu|stepper-keys|storage-warning|use-swipe-down|use-whose|waiting-changes',
  ]),
  named('lib', [
    'add-to-grocery-list|capitalise|follow-drag|list-names|own-moderation|scroll-near-edge|suppress-click|time-text|use-closed-signal|use-collapsed|use-live-status-of|use-wake-lock|words',
  ]),
  named('lib/households', ['households|refusal-text|saved-households|saved-lists|show-list']),
  named('lib/sync', [
    'outbox|outbox-writes|remove-when-hidden|stored-changes|synced-documents|use-as-of|use-close-when-paused|use-linked-comment|use-stable',
  ]),
  named('photos', ['camera-icon|photo-strip|use-attached-photos']),
);

/**
 * With the packages that all screens need: otherwise the first group that imports one would get it. The last are too small
 * for scripts of their own.
 */
const isShared = isOneOf(
  /[/]web[/](?:components|lib)[/](?!identity[/]|find-links|grocery-(?:notes|rows)|mention-(?:query|suggestions)|people-query|quantity-of|report-menu)/,
  /[/]node_modules[/]@tanstack[/]/,
  /[/]node_modules[/]react-dom[/](?:index|cjs[/]react-dom[.])/,
  /[/](?:photos[/]use-photo-viewer|contracts[/](?:post-signatures|truncate)|icons-svg[/].*[/]LinkOutlined)[.]/,
);

/**
 * Code that screens share is in few scripts. Otherwise each screen would load a dozen small scripts, with one request each.
 * Code that imports Firebase is left out, since that outweighs everything else.
 */
const sharedParts = {
  name: 'parts',
  priority: 2,
  test: (module: string) => isShared(module) && !isOfForms(module) && !isOfDocuments(module),
};
const documentParts = { name: 'documents', priority: 1, test: isOfDocuments };
const forms = { name: 'forms', test: isOfForms };

/** The posts of feeds, of people and of their own screens: in one script, or a feed would take another round trip. */
const posts = {
  name: 'posts',
  test: isOneOf(
    named('features/community', [
      'api|author-menu|comment-(?:form|row)|comments|feed-(?:end|skeleton)|fold-post|followed-people|like-post|own-comment-likes|paths|threads|whole-content',
      'post-(?:card|changes|feed|lists|media|menu|text)|share-post',
    ]),
    /[/](?:photos[/]photo-(?:mosaic|sizes)|contracts[/]excerpt)[.]/,
  ),
};

/** What a recipe and its cooking share, and, of that, what lists and plans need, too. */
const recipeParts = {
  name: 'recipe-parts',
  test: isOneOf(
    named('features/recipes', ['amount-text|check-row']),
    named('features/recipes/amounts', ['temperatures']),
    named('features/recipes/cook', ['find-durations']),
    /[/]icons-svg[/].*[/]ClockCircleOutlined[.]/,
  ),
};
const amounts = { name: 'amounts', priority: 1, test: isOneOf(/[/]contracts[/](?:scale-amount|units)[.]/) };

/** The console of operators, with antd: in a folder of its own, from which the service worker stores nothing. */
const isOfOperators = (module: string): boolean =>
  /[/](?:web[/]features[/]operator|node_modules[/]antd)[/]/.test(module);

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  publicDir: 'public',
  plugins: [
    react(),
    shortClassNames,
    preloadFont,
    firstView,
    scrollBarSize,
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512 }),
    serviceWorker,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // All styles together are as large as the scripts of one screen: one file, which is put into the page.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_000, // The console of operators, with antd.
    rolldownOptions: {
      checks: { moduleLevelDirective: false, pluginTimings: false }, // "use client" has no meaning in a browser build.
      output: {
        codeSplitting: { groups: [sharedParts, documentParts, amounts, forms, posts, recipeParts] },
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some(isOfOperators) ? 'assets/operator/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
    assetsInlineLimit: 0, // The content security policy forbids data: URLs in scripts and fonts.
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: api }])),
      '/socket.io': { target: api, ws: true },
    },
  },
});
