/** `npm run build`: builds the web client into `dist/web`. The server runs from source and needs no build. */
import { resolve } from 'node:path';
import { ensureWebBuilt } from './web-build.ts';

const outcome = await ensureWebBuilt(resolve(import.meta.dirname, '..'));
console.log(`The web client: ${outcome}`);
process.exitCode = outcome === 'failed' ? 1 : 0;
