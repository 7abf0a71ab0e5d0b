import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../query-client.ts';
import { timeText } from '../time-text.ts';
import { useAsOf } from './use-as-of.ts';

const connection = vi.hoisted(() => ({ status: 'offline' }));
vi.mock('../live.ts', () => ({ useLiveStatus: () => connection.status }));
// Node has no database.
vi.mock('./kept-documents.ts', () => ({ seenAt: ({ dataUpdatedAt }: { dataUpdatedAt: number }) => dataUpdatedAt }));

const key = ['list'];
const seenAt = Date.UTC(2026, 9, 1, 12, 4);
const shown = (): string => renderToString(createElement(() => useAsOf(key) ?? 'nothing'));

beforeEach(() => {
  queryClient.clear();
  connection.status = 'offline';
});

test('says without a connection as of when data is', () => {
  queryClient.setQueryData(key, {}, { updatedAt: seenAt });
  expect(shown()).toBe(timeText(seenAt));
  connection.status = 'live';
  expect(shown()).toBe('nothing');
});

test('says nothing of what was never here', () => {
  expect(shown()).toBe('nothing');
  queryClient.getQueryCache().build(queryClient, { queryKey: key });
  expect(shown()).toBe('nothing');
});
