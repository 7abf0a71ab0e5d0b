/** Builds the service worker with the list of files that it stores: docs/adr/0033. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { screenPattern } from '../../server/http/plugins/screens.ts';

const repository = resolve(import.meta.dirname, '../..');
const folder = join(repository, 'dist/web');
const precached = ['index.html', 'assets/*.js', 'assets/nunito-latin-wght-normal-*.woff2', 'art/{logo*,plate}.svg'];

export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler() {
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          precachedFiles: JSON.stringify(precachedFiles()),
          screenAddresses: JSON.stringify(screenPattern.source),
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: join(repository, 'web/app/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  },
};

/** With a revision, unless the hash is in the name. */
function precachedFiles() {
  return globSync(precached, { cwd: folder })
    .sort()
    .map((file) => ({ url: `/${file}`, revision: file.startsWith('assets/') ? null : hashOf(join(folder, file)) }));
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
