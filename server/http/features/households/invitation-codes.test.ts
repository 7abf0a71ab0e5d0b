import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hashOfCode } from './invitation-codes.ts';

test('many hashes at once leave threads for other work', async () => {
  let finished = 0;
  const hashes = Array.from({ length: 8 }, async (_, n) => {
    await hashOfCode(`code ${n}`);
    finished++;
  });
  await stat('.');
  expect(finished).toBeLessThan(4);
  await Promise.all(hashes);
});
