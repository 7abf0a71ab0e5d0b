/**
 * The REST API over read models in memory with a given number of posts: `node --expose-gc feed-server.ts 1000`. The
 * projections fold them from a log that is generated while it is read. Prints its port.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedApp } from '../../support/embedded-app.ts';
import { GeneratedLog } from './generated-log.ts';
import { postPublished } from './sample-publications.ts';

const [, , posts] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'potluck-feed-'));
const followed = new GeneratedLog(postPublished, Number(posts));
const { app, close } = await openEmbeddedApp(folder, [], { wrapFollowedLog: () => followed, catchUpMs: 600_000 });
// Frees the memory of the build before the measurement.
globalThis.gc?.();
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${new URL(address).port}\n`);

process.once('SIGTERM', async () => {
  await close();
  await rm(folder, { recursive: true });
});
