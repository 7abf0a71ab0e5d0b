/**
 * Renders the first view of the screens and prints it as JSON. A process of its own, because it imitates a browser for the
 * client's modules, which would mislead the bundler. Argument: the path of the built `web/app/render-shells.tsx`.
 */
import { pathToFileURL } from 'node:url';

type Module = typeof import('../../web/app/render-shells.tsx');

const ignore = () => undefined;

// What the modules use as soon as they are loaded.
Object.assign(globalThis, {
  addEventListener: ignore,
  document: { addEventListener: ignore, querySelector: () => null },
  matchMedia: () => ({ matches: false, addEventListener: ignore }),
  reportError: (error: unknown) => {
    throw error;
  },
});
Object.defineProperty(navigator, 'onLine', { value: true });

const { renderShells }: Module = await import(pathToFileURL(process.argv[2] ?? '').href);
// Some modules keep the process alive, such as by a channel to other tabs.
process.stdout.write(JSON.stringify(await renderShells()), () => process.exit());
