import { expect, it } from 'vitest';
import { looksOf } from './looks.ts';

const access = (position: string, correlationId: string, whose: string, what = 'meal plans') => ({
  ...{ position, stream: 'audit-eve', revision: position, id: position, type: 'AccessRecorded' },
  ...{ data: { what, whose, why: 'A lost list' }, meta: { actor: 'eve', correlationId } },
});

it('joins what one request has recorded for several people', () => {
  const looks = looksOf([
    ...[access('5', 'second', 'mia'), access('4', 'second', 'tom'), access('3', 'second', 'tom', 'grocery lists')],
    access('2', 'first', 'mia'),
  ]);
  expect(looks.map(({ position, whose }) => [position, whose])).toEqual([
    ['5', ['mia', 'tom']],
    ['3', ['tom']],
    ['2', ['mia']],
  ]);
});
