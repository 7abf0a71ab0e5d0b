/** A thread that parses one import after the other, started only by `parse-apart.ts`. */
import { parentPort } from 'node:worker_threads';
import { type Imported, parseImported } from './parse.ts';

parentPort?.on('message', (imported: Imported) => parentPort?.postMessage(parseImported(imported)));
