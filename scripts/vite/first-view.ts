/**
 * Makes the page paint before its scripts have loaded: puts the styles into it, and the first view of its screens, rendered
 * from the application's own components.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { Shell } from '../../web/app/render-shells.tsx';
import { shortClassNames } from './short-class-names.ts';

const run = promisify(execFile);

const repository = resolve(import.meta.dirname, '../..');
const base: InlineConfig = {
  configFile: false,
  root: join(repository, 'web'),
  logLevel: 'warn',
  plugins: [react(), shortClassNames],
  build: { copyPublicDir: false, rolldownOptions: { checks: { moduleLevelDirective: false, pluginTimings: false } } },
};

export const firstView: Plugin = {
  name: 'first-view',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const [styles, shells, script] = [takeStyles(bundle), await renderedShells(bundle), await choosingScript()];
      return html
        .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles}</style>`)
        .replace('<div id="root"></div>', (root) => `${root}\n${shells}\n<script>${script}</script>`);
    },
  },
};

/** Removes the styles from the bundle. All screens share one file. */
function takeStyles(bundle: Rolldown.OutputBundle): string {
  const [file, ...others] = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
  if (file?.type !== 'asset' || others.length > 0) throw new Error('The build has not exactly one file of styles');
  delete bundle[file.fileName];
  return String(file.source);
}

async function renderedShells(bundle: Rolldown.OutputBundle): Promise<string> {
  // Below node_modules, so that the rendering code finds its packages.
  const outDir = join(repository, 'node_modules/.cache/potluck-shells');
  await build({
    ...base,
    // Packages that Node cannot import.
    ssr: { noExternal: ['@ant-design/icons-svg', 'react-masonry-css'] },
    build: { ...base.build, ssr: 'app/render-shells.tsx', outDir, emptyOutDir: true, target: 'es2024' },
  });
  const program = join(import.meta.dirname, 'print-shells.ts');
  const { stdout } = await run(process.execPath, [program, join(outDir, 'render-shells.js')], { maxBuffer: 2 ** 24 });
  const shells: readonly Shell[] = JSON.parse(stdout);
  return shells.map((shell) => toDataBlock(shell, bundle)).join('\n');
}

/** The shell as text, which the page parses only if it shows it. */
function toDataBlock({ path, isSignedIn, html, request, module }: Shell, bundle: Rolldown.OutputBundle): string {
  if (/<(?:!--|[/]?script)/i.test(html)) throw new Error(`The first view of ${path} cannot be in a script element`);
  const attributes = {
    shell: isSignedIn ? 'user' : 'visitor',
    path,
    request,
    scripts: module && scriptsOf(module, bundle).join(' '),
  };
  const data = Object.entries(attributes).flatMap(([name, value]) => (value ? ` data-${name}="${value}"` : []));
  return `<script type="text/html"${data.join('')}>${html}</script>`;
}

/** The addresses of the scripts that a module needs besides the entry's. */
function scriptsOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId === join(repository, 'web', module));
  if (!entry || !own) throw new Error(`${module} has no script of its own`);
  const imported = [own.fileName, ...own.imports];
  return imported.filter((file) => file !== entry.fileName && !entry.imports.includes(file)).map((file) => `/${file}`);
}

async function choosingScript(): Promise<string> {
  const built = await build({
    ...base,
    build: {
      ...base.build,
      write: false,
      target: 'es2022',
      lib: { entry: 'app/choose-shell.ts', formats: ['iife'], name: 'shell' },
    },
  });
  const [result] = [built].flat();
  const code = result && 'output' in result ? result.output[0].code : undefined;
  if (code === undefined) throw new Error('The script that chooses the first view was not built');
  return code.trim();
}
