/**
 * A node of the application with known users, as a separate process: `node.ts <connection string> <Redis> <projections|api>`
 * prints its port. With `projections`, it also runs these.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNode } from '../../support/two-nodes.ts';

const [connectionString = '', url = '', role = ''] = process.argv.slice(2);
const cleanUp = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'potluck-node-'));
cleanUp.defer(() => rm(folder, { recursive: true }));
const parts = { eventStore: { connectionString }, redis: { url }, folder };
const { address } = await openNode(parts, { users: ['mia'], runsProjections: role === 'projections' }, cleanUp);
process.stdout.write(`${new URL(address).port}\n`);
process.stdin.resume().on('end', () => void cleanUp.disposeAsync().then(() => process.exit()));
