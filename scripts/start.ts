/** `npm start`: builds the web client if it is out of date, then runs the server in this process. Ctrl-C stops it. */
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { ensureWebBuilt } from './web-build.ts';

const repository = resolve(import.meta.dirname, '..');

// Keeps compiled code from one start to the next: of this process, the log's writer thread and the accounts' process.
const compiled = resolve(repository, 'node_modules/.cache/potluck');
enableCompileCache(compiled);
process.env.NODE_COMPILE_CACHE = compiled;

if ((await ensureWebBuilt(repository)) === 'failed') process.exit(1);
await import('../server/main.ts');
