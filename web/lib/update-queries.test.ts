import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('addEventListener', () => undefined);
const { queryClient } = await import('./query-client.ts');
const { updateQueries } = await import('./update-queries.ts');

interface Document {
  readonly text: string;
}

const queryKey = ['documents', 'one'];
const state = () => queryClient.getQueryState<Document>(queryKey);
const shout = () => updateQueries<Document>(['documents'], ({ text }) => ({ text: text.toUpperCase() }));

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData<Document>(queryKey, { text: 'milk' }, { updatedAt: 1 });
});

test('changes the data, which is current as of now', () => {
  shout();
  expect(state()).toMatchObject({ data: { text: 'MILK' }, isInvalidated: false });
  expect(state()?.dataUpdatedAt).toBeGreaterThan(1);
});

test('changes nothing when the data stays the same', () => {
  const before = state();
  updateQueries<Document>(['documents'], (document) => document);
  expect(state()).toBe(before);
});

test('keeps the error of the last fetch', async () => {
  const gone = new Error('gone');
  await queryClient.fetchQuery({ queryKey, queryFn: () => Promise.reject(gone) }).catch(() => undefined);
  shout();
  expect(state()).toMatchObject({ data: { text: 'MILK' }, status: 'error', error: gone });
});

test('leaves an invalidated query to be fetched, also when its fetch is cancelled', async () => {
  const shown = new QueryObserver<Document>(queryClient, {
    queryKey,
    queryFn: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const hide = shown.subscribe(() => undefined);
  queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
  await vi.waitFor(() => expect(state()?.fetchStatus).toBe('fetching'));
  shout();
  expect(state()).toMatchObject({ data: { text: 'MILK' }, isInvalidated: true });
  hide();
  await vi.waitFor(() => expect(state()).toMatchObject({ fetchStatus: 'idle', isInvalidated: true }));
});
