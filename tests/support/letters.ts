import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The latest letter of the embedded accounts. @param folder of the accounts */
export async function lastLetter(folder: string): Promise<string> {
  const letters = await readdir(join(folder, 'letters'));
  return readFile(join(folder, 'letters', letters.toSorted().at(-1) ?? ''), 'utf8');
}
