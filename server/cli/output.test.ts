import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Output } from './output.ts';

test('cuts a long value at the end, or at the start where its end tells more', async () => {
  const stream = new PassThrough();
  const columns = [
    { key: 'path', title: 'Field', width: 12, cut: 'start' },
    { key: 'from', title: 'From', width: 8 },
    { key: 'to', title: 'To', width: 2 },
  ] as const;
  const rows = [
    { path: 'lists/mia/items/a/amount', from: 'a long text', to: 'never cut' },
    { path: 'a/amount', from: '1', to: '2' },
  ];
  await new Output({ stream, json: () => false }).rows(columns, rows);
  stream.end();
  expect((await text(stream)).split('\n').slice(1, 3)).toEqual([
    '…ms/a/amount  a long …  never cut',
    'a/amount      1         2',
  ]);
});

test('shows what users have written on one line, without control characters and changes of direction', async () => {
  const stream = new PassThrough();
  const rows = [{ name: 'Mia\u001b[2J\r\nroot\u009b1m \u202egnp\u2066.\u2028end' }];
  await new Output({ stream, json: () => false }).rows([{ key: 'name', title: 'Name', width: 60 }], rows);
  stream.end();
  expect((await text(stream)).split('\n')[1]).toBe('Mia [2J root 1m  gnp . end');
});
