/** `npm start`: builds the web client if need be, then becomes the server: one process, which Ctrl-C stops. */
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { ensureWebBuilt } from './web-build.ts';

const repository = resolve(import.meta.dirname, '..');

// What was compiled at one start is not compiled again at the next: here, in the log's thread, in the accounts' process.
const compiled = resolve(repository, 'node_modules/.cache/potluck');
enableCompileCache(compiled);
process.env.NODE_COMPILE_CACHE = compiled;

if ((await ensureWebBuilt(repository)) === 'failed') process.exit(1);
await import('../server/main.ts');
