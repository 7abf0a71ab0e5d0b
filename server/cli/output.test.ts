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
