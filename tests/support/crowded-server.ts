/** The whole application in a process of its own, with the default rate limit, for as many users as are named. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidToken } from '../../server/identity/identity.ts';
import { createVerifiedTokens } from '../../server/identity/verified-tokens.ts';
import { openEmbeddedApp } from './embedded-app.ts';
import { knownUsers } from './known-users.ts';

const defaultRateLimit = 600;

const folder = mkdtempSync(join(tmpdir(), 'potluck-crowded-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// The parent ends it by its standard input.
process.stdin.on('end', () => process.exit()).resume();

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
await app.listen({ host: '127.0.0.1', port: 0 });
const bound = app.server.address();
process.stdout.write(`${typeof bound === 'object' ? bound?.port : bound}\n`);
