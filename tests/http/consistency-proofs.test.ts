/** Whether the log still begins as a kept checkpoint says, by the call of operators. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseCheckpoint } from '../../server/audit/seals/checkpoint.ts';
import { parseVerifier } from '../../server/audit/seals/note.ts';
import { parseProof, refute } from '../../server/audit/seals/proof-file.ts';
import { sealLog } from '../support/seal-log.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('mia', 'eve');
  await app.makeOperator('eve');
});
afterAll(() => app.close());

const publish = (title: string) => app.as('mia').post('/api/community', { title, type: 'text', content: 'Stir.' });

/** What anybody may read and keep. */
const published = async (file: 'checkpoint' | 'public-key') => (await app.as('mia').get(`/api/audit/${file}`)).body;

const prove = (checkpoint: string) =>
  app.as('eve').get(`/api/audit/consistency-proof?${new URLSearchParams({ checkpoint })}`);

it('is proven by a file that a third party checks, or denied with what is wrong', async () => {
  await publish('Soup');
  expect((await prove('potluck.example/log\n1\n')).json()).toMatchObject({ statusCode: 400, code: 'NO_CHECKPOINT' });
  await sealLog(app.folder);
  const kept = await published('checkpoint');
  for (const title of ['Stew', 'Pie', 'Rice']) await publish(title);
  await sealLog(app.folder);

  const proof = await prove(kept);
  const { size } = parseCheckpoint(kept) ?? expect.fail(kept);
  expect(proof.headers['content-disposition']).toBe(`attachment; filename="since-${size}.tlog-proof"`);
  const parsed = parseProof(proof.body) ?? expect.fail(proof.body);
  const keys = (await published('public-key')).trim().split('\n').map(parseVerifier);
  expect(parsed.checkpoint.size).toBe(size + 3);
  expect(refute(parsed, keys, parseCheckpoint(kept))).toBeUndefined();

  // The history that another one tells: as many events, but not the same.
  const root = kept.split('\n')[2] ?? '';
  const other = kept.replace(root, Buffer.alloc(32, 7).toString('base64'));
  expect((await prove(other)).json()).toMatchObject({ statusCode: 409, code: 'DIFFERS' });
  const longer = kept.replace(`\n${size}\n`, `\n${size + 9}\n`);
  expect((await prove(longer)).json().message).toMatch(/events were removed, or it is of another log/);
});

it('refuses users who are no operators', async () => {
  const answer = await app.as('mia').get('/api/audit/consistency-proof?checkpoint=any');
  expect(answer.statusCode).toBe(404);
});
