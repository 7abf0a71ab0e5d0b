import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { docsFile } from './files.ts';

vi.mock('node:fs/promises', { spy: true });

it('caches a file, and reads it again after a failed read', async () => {
  vi.mocked(readFile).mockRejectedValueOnce(new Error('too many open files'));
  await expect(docsFile('look.css')).rejects.toThrow('too many open files');
  const read = await docsFile('look.css');
  expect(read?.type).toBe('text/css; charset=utf-8');
  expect(await docsFile('look.css')).toBe(read);
  expect(readFile).toHaveBeenCalledTimes(2);
});
