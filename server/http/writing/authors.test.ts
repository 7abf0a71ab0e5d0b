import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profilesProjection } from '../../../projections/definitions/profiles.ts';
import { MemoryReadModels } from '../../../projections/read-models/memory/memory-read-models.ts';
import { createCommandHandler } from '../../commands/handle-command.ts';
import { newId } from '../../commands/ids.ts';
import { profileLimits } from '../../core/contracts/limits.ts';
import type { EventLog } from '../../core/event-log.ts';
import { openSqliteEventLog } from '../../event-log/sqlite/open-sqlite-event-log.ts';
import { type Authors, createAuthors } from './authors.ts';

let folder: string;
let log: EventLog;
let authors: Authors;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-authors-'));
  log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  authors = createAuthors(createCommandHandler(log), new MemoryReadModels().open(profilesProjection));
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

/** Of a user who writes for the first time. */
const authorOf = async (token: { readonly name?: string; readonly picture?: string }) => {
  const user = { uid: newId(), expiresAt: Number.MAX_SAFE_INTEGER, signedInAt: 0, ...token };
  return authors.of(user, { correlationId: '' }, async () => true);
};

it('takes no name or picture from a token that a profile could not have', async () => {
  const picture = 'https://pictures.example/mia.png';
  const name = 'Mia '.repeat(50);
  expect(await authorOf({ name, picture })).toEqual({
    name: name.slice(0, profileLimits.username).trim(),
    avatar: picture,
  });
  for (const unusable of ['javascript:alert(1)', 'data:text/html,Mia', 'mia.png']) {
    expect(await authorOf({ name: ' \u202eMia\n', picture: unusable })).toEqual({ name: 'Mia', avatar: null });
  }
  expect(await authorOf({ name: '\u200b' })).toEqual({ name: 'New cook', avatar: null });
});
