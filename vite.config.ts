import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const api = process.env.POTLUCK_API ?? 'http://127.0.0.1:5000';
const proxied = ['/api', '/health', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator'];

/** The letters of the first paint: asked for with the page itself, not only once the styles have come. */
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
 * Names the scripts of screens and dialogs that the first view does without, so that the page can fetch them ahead. As data:
 * the content security policy has nothing to say about a script of this type.
 */
const listLaterCode: Plugin = {
  name: 'list-later-code',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {}, chunk: entry }) {
      if (!entry) return [];
      const first = new Set([entry.fileName, ...entry.imports]);
      const later = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && !first.has(file.fileName) ? [`/${file.fileName}`] : [],
      );
      const attrs = { type: 'application/json', id: 'later-code' };
      return [{ tag: 'script', attrs, children: JSON.stringify(later), injectTo: 'body' }];
    },
  },
};

/**
 * What screens share comes at once with the first of them: else each would bring a dozen crumbs, one request each. But for
 * what is on antd and Firebase, which outweigh all the rest.
 */
const sharedParts = { name: 'parts', test: /[/]web[/](?:components|lib)[/](?!antd|text-field|identity[/])/ };

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  publicDir: 'public',
  plugins: [
    react(),
    preloadFont,
    listLaterCode,
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512, exclude: /[.]html$/ }),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // All styles are as large as the scripts of one screen: asked for once, with the page.
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { moduleLevelDirective: false }, // "use client" says nothing to a browser build.
      output: { codeSplitting: { groups: [sharedParts] } },
    },
    assetsInlineLimit: 0, // The content security policy allows no data: addresses in scripts and fonts.
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: api }])),
      '/socket.io': { target: api, ws: true },
    },
  },
});
