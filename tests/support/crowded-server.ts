/**
 * The whole application in a separate process, with the default rate limit and any number of users. For each line of
 * input it prints the 99th percentile of the event loop's delay since the previous line. The delay is in ms of CPU
 * time, so that it excludes other load on the machine.
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
  if (uid === undefined) throw new InvalidToken('This token is invalid');
  return { uid, name: uid, email: `${uid}@example.org`, expiresAt: Date.now() + 3_600_000, signedInAt: Date.now() };
});
const { app } = await openEmbeddedApp(folder, [], {
  live: true,
  samples: true,
  rateLimit: defaultRateLimit,
  identity: { ...users, ...verified },
});

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Durations of the event loop's turns, in ms of CPU time. */
let turnsMs: number[] = [];
let startedAtMs = performance.now();
let lastMs = cpuMs();
setInterval(() => {
  const nowMs = cpuMs();
  turnsMs.push(nowMs - lastMs);
  lastMs = nowMs;
}, 1);

/** The wait that 1 % of evenly distributed requests exceed. Starts the next measurement. */
function takeWaitMs(): number {
  const exceedingMs = (waitMs: number) => turnsMs.reduce((sum, turnMs) => sum + Math.max(0, turnMs - waitMs), 0);
  const elapsedMs = performance.now() - startedAtMs;
  let waitMs = 0;
  while (exceedingMs(waitMs) > elapsedMs * 0.01) waitMs++;
  turnsMs = [];
  startedAtMs = performance.now();
  return waitMs;
}

await app.listen({ host: '127.0.0.1', port: 0 });
const bound = app.server.address();
process.stdout.write(`${typeof bound === 'object' ? bound?.port : bound}\n`);

// The parent ends this process by closing its input.
const input = createInterface({ input: process.stdin });
input.on('line', () => process.stdout.write(`${takeWaitMs()}\n`));
input.on('close', () => process.exit());
