/** `npm start`: builds the web client if it is out of date, then runs the server in this process. Ctrl-C stops it. */
import { resolve } from 'node:path';
import { ensureWebBuilt } from './web-build.ts';

const repository = resolve(import.meta.dirname, '..');

if ((await ensureWebBuilt(repository)) === 'failed') process.exit(1);
await import('../server/main.ts');
