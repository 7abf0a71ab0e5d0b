import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { apiOf } from './api-of.ts';
import type { Browsers, Person } from './browsers.ts';
import { makeOperator } from './operators.ts';
import { withOwnServer } from './with-browsers.ts';

interface Operated {
  readonly browsers: Browsers;
  /** An operator. */
  readonly alex: Person;
  /** A user with three items in their list, one of them checked. */
  readonly mia: Person;
}

/**
 * Opens browsers of an operator and of a user, on a server of their own.
 * @param program path of Chromium
 * @param use gets the browsers once, before the first test
 */
export function withOperator(program: string, use: (opened: Operated) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-console-'));
  // Runs last: hooks run in the reverse order of their registration.
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  withOwnServer(
    program,
    async (browsers) => {
      const [alex, mia] = [await browsers.register('Alex'), await browsers.register('Mia')];
      await makeOperator(folder, alex);
      const api = apiOf(browsers.server, mia);
      await api.addGroceries({ name: 'Milk', amount: '2', unit: 'l' }, { name: 'Eggs', amount: '4' });
      const { items } = await api.addGroceries({ name: 'Feta' });
      await api.checkGroceryOf(mia.session.uid, items[0]?.id ?? '');
      use({ browsers, alex, mia });
    },
    async () => ({ DATA_DIR: folder }),
  );
}
