import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { firstView } from './scripts/vite/first-view.ts';
import { scrollBarSize } from './scripts/vite/scroll-bar-size.ts';
import { serviceWorker } from './scripts/vite/service-worker.ts';

const api = process.env.POTLUCK_API ?? 'http://127.0.0.1:5000';
const proxied = ['/api', '/pictures', '/health', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator'];

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

/**
 * Code that screens share is one script. Otherwise each screen would load a dozen small scripts, with one request each.
 * Code that imports Firebase is left out, since that outweighs everything else.
 */
const sharedParts = { name: 'parts', test: /[/]web[/](?:components|lib)[/](?!identity[/])/ };

/** The console of operators, with antd: in a folder of its own, from which the service worker stores nothing. */
const isOfOperators = (module: string): boolean =>
  /[/](?:web[/]features[/]operator|node_modules[/]antd)[/]/.test(module);

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  publicDir: 'public',
  plugins: [
    react(),
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
        codeSplitting: { groups: [sharedParts] },
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
