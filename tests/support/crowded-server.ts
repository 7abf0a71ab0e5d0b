/**
 * The whole application in a process of its own, with the default rate limit, for as many users as are named. To each line
 * of its input it answers how long 99 of 100 requests that came since the line before had to wait for the event loop, in
 * ms of processor time: what else the machine does has no part in it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { InvalidToken } from '../../server/identity/identity.ts';
import { createVerifiedTokens } from '../../server/identity/verified-tokens.ts';
import { openEmbeddedApp } from './embedded-app.ts';
import { knownUsers } from './known-users.ts';

const defaultRateLimit = 600;

const folder = mkdtempSync(join(tmpdir(), 'potluck-crowded-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const users = knownUsers();
const verified = createVerifiedTokens(async (token) => {
  const [, uid] = /^token-(\w+)\.signed\.$/.exec(token) ?? [];
  if (uid === undefined) throw new InvalidToken('This token is not from here');
  return { uid, name: uid, email: `${uid}@example.org`, expiresAt: Date.now() + 3_600_000, signedInAt: Date.now() };
});
const { app } = await openEmbeddedApp(folder, [], {
  live: true,
  samples: true,
  rateLimit: defaultRateLimit,
  identity: { ...users, ...verified },
});

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** What the turns of the event loop took, in ms of processor time. */
let turns: number[] = [];
let since = performance.now();
let last = processorMs();
setInterval(() => {
  const now = processorMs();
  turns.push(now - last);
  last = now;
}, 1);

/** The wait that one of 100 requests exceeds, if they come evenly spread. */
function waitMs(): number {
  const exceeding = (wait: number) => turns.reduce((sum, turn) => sum + Math.max(0, turn - wait), 0);
  const allMs = performance.now() - since;
  let wait = 0;
  while (exceeding(wait) > allMs * 0.01) wait++;
  turns = [];
  since = performance.now();
  return wait;
}

await app.listen({ host: '127.0.0.1', port: 0 });
const bound = app.server.address();
process.stdout.write(`${typeof bound === 'object' ? bound?.port : bound}\n`);

// The parent ends it by its input.
const input = createInterface({ input: process.stdin });
input.on('line', () => process.stdout.write(`${waitMs()}\n`));
input.on('close', () => process.exit());
