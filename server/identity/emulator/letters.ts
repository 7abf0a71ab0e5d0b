import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly link: string;
}

export interface Letters {
  /** @returns the path of the new file */
  write(letter: Letter): string;
}

interface LettersOptions {
  /** As many as there are codes. */
  readonly max: number;
  /** Default: a day. */
  readonly maxAgeMs?: number;
  readonly now?: () => number;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Letters that are not sent, each in a file of its own, which only the owner can read: an operator who opens the file that
 * a message named gets the link of that message. Removes those of an earlier process, whose codes were in its memory, and
 * the file of older releases, which had the last letter.
 * @param dir of the accounts
 */
export function openLetters(dir: string, { max, maxAgeMs = dayMs, now = Date.now }: LettersOptions): Letters {
  const folder = join(dir, 'letters');
  for (const path of [folder, join(dir, 'last-letter.txt')]) rmSync(path, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const files: { readonly path: string; readonly writtenAt: number }[] = [];
  let count = 0;

  const removeOld = () => {
    for (let oldest = files[0]; oldest; oldest = files[0]) {
      if (files.length < max && now() - oldest.writtenAt < maxAgeMs) return;
      rmSync(oldest.path, { force: true });
      files.shift();
    }
  };

  return {
    write({ to, subject, link }) {
      removeOld();
      const writtenAt = now();
      // The time, since a later process begins to count again.
      const name = `${new Date(writtenAt).toISOString().replaceAll(':', '-')}-${++count}.txt`;
      const path = join(folder, name);
      writeFileSync(path, `To: ${to}\nSubject: ${subject}\n\n${link}\n`, { mode: 0o600, flag: 'wx' });
      files.push({ path, writtenAt });
      return path;
    },
  };
}
