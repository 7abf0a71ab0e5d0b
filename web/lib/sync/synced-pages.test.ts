import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connection } from '../../../tests/support/live-connection.ts';
import {
  cached,
  change,
  fetchNext,
  forgetNotes,
  note,
  notes,
  page,
  push,
  pushChange,
  requests,
  resetNotes,
  seen,
  server,
  show,
  shown,
  unseen,
} from '../../../tests/support/synced-notes.ts';
import { queryClient } from '../query-client.ts';
import { maxUnseen } from './pages.ts';

beforeEach(resetNotes);
afterEach(forgetNotes);

describe('a published document', () => {
  test('is unseen until the user asks for it', async () => {
    await show('mia');
    push({ published: note(3) });
    push({ published: note(3) });
    expect(shown('mia')).toHaveLength(2);
    expect(unseen()).toEqual(['note-3 5 as written']);
    notes.showUnseen('mia');
    expect(shown('mia')).toEqual(['note-3 5 as written', 'note-2 5 as written', 'note-1 5 as written']);
    expect(unseen()).toEqual([]);
  });

  test('is fetched with the list when the user asks, if there are so many unseen ones that some were dropped', async () => {
    await show('mia');
    for (let id = 3; id <= maxUnseen + 2; id++) push({ published: note(id) });
    expect(unseen()).toHaveLength(maxUnseen);
    server.respondWithPage = () => page([note(90), note(89)], 'next');
    notes.showUnseen('mia');
    await vi.waitFor(() => expect(shown('mia')).toEqual(['note-90 5 as written', 'note-89 5 as written']));
    expect(unseen()).toEqual([]);
  });

  test('is shown from the cache when the user asks without a connection, however many are unseen', async () => {
    await show('mia');
    for (let id = 3; id <= maxUnseen + 2; id++) push({ published: note(id) });
    onlineManager.setOnline(false);
    notes.showUnseen('mia');
    onlineManager.setOnline(true);
    expect([shown('mia')?.length, requests.pages]).toEqual([maxUnseen + 2, ['2 after null']]);
  });

  test('of the user is shown at once in its list', async () => {
    await show('mia');
    await show('sam');
    notes.add(note(3), 'mia');
    expect(shown('mia')).toContain('note-3 5 as written');
    expect(shown('sam')).toHaveLength(2);
  });
});

describe('a page', () => {
  test('includes pushes that arrive while it is fetched, as the first or the next page', async () => {
    server.respondWithPage = () => {
      pushChange(2, '5', '6', 'revised');
      return page([note(2), note(1)], 'next');
    };
    await show('mia');
    expect(shown('mia')).toEqual(['note-2 6 revised', 'note-1 5 as written']);
    server.respondWithPage = () => {
      pushChange(0, '5', '6', 'revised');
      push({ published: note(3) });
      return page([note(0)]);
    };
    await fetchNext('next');
    expect(shown('mia')).toEqual(['note-2 6 revised', 'note-1 5 as written', 'note-0 6 revised']);
    expect(unseen()).toEqual(['note-3 5 as written']);
    expect(cached('mia')?.nextCursor).toBeNull();
    expect(requests.pages).toEqual(['2 after null', '2 after next']);
  });

  test('is added to its list, and to no other one', async () => {
    await show('mia');
    await show('mia', 'own');
    server.respondWithPage = () => page([note(0)]);
    await new MutationObserver(queryClient, notes.nextPage('mia', 'own')).mutate('next');
    expect([shown('mia', 'own')?.length, shown('mia')?.length]).toEqual([3, 2]);
  });

  test('that is fetched again from the top keeps pushes and publications that arrive meanwhile', async () => {
    const observer = await show('mia');
    server.respondWithPage = () => {
      pushChange(2, '5', '6', 'revised');
      push({ published: note(3) });
      notes.add(note(4), 'mia');
      return page([note(2), note(1, '9', 'by the response')], 'next');
    };
    await observer.refetch();
    expect(shown('mia')).toEqual(['note-4 5 as written', 'note-2 6 revised', 'note-1 9 by the response']);
    expect(unseen()).toEqual(['note-3 5 as written']);
  });

  test('that is fetched again from the top reaches as far as before, up to a maximum', async () => {
    const all = Array.from({ length: 130 }, (_, i) => note(130 - i));
    server.respondWithPage = ({ limit, cursor }) => {
      const from = Number(cursor);
      return page(all.slice(from, from + limit), String(from + limit));
    };
    const observer = await show('mia');
    await fetchNext('2');
    await observer.refetch();
    expect(shown('mia')).toHaveLength(4);
    server.respondWithPage = () => page(all.slice(4));
    await fetchNext('4');
    server.respondWithPage = ({ limit, cursor }) =>
      page(all.slice(Number(cursor), Number(cursor) + limit), String(Number(cursor) + limit));
    await observer.refetch();
    expect(shown('mia')).toHaveLength(100);
    expect(requests.pages.slice(2)).toEqual(['4 after null', '2 after 4', '50 after null', '50 after 50']);
  });
});

describe("a user's change", () => {
  test('is shown both after its response and after its push', async () => {
    await show('mia');
    await change('mine');
    expect(shown('mia')).toContain('note-2 5 as written');
    pushChange(2, '5', '6', 'mine');
    pushChange(2, '6', '7', 'by another user');
    expect(seen).toEqual(['mine → mine', 'mine → by another user']);
    expect(requests.notes).toEqual([]);
  });

  test('fetches the document when its push does not arrive', async () => {
    await show('mia');
    vi.useFakeTimers();
    server.respondWithNote = () => note(2, '6', 'mine');
    await change('mine');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(shown('mia')).toContain('note-2 6 mine');
    connection.isLive = false;
    server.respondWithNote = () => note(2, '7', 'mine again');
    server.send = async () => '7';
    await change('mine again');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown('mia')).toContain('note-2 7 mine again');
  });

  test('can be awaited, even if it deletes the document', async () => {
    await show('mia');
    let isReached = false;
    const reached = notes.waitForRevision(['mia', 'note-2'], '6').then(() => {
      isReached = true;
    });
    pushChange(1, '5', '6', 'another document');
    await Promise.resolve();
    expect(isReached).toBe(false);
    push({ deleted: 'note-2' });
    await reached;
    expect(requests.notes).toEqual([]);
  });
});

test('amend changes a document in all lists of its reader', async () => {
  await show('mia');
  await show('sam');
  notes.amend(['mia', 'note-2'], (document) => ({ ...document, text: 'amended' }));
  expect(shown('mia')).toContain('note-2 5 amended');
  expect(shown('sam')).toContain('note-2 5 as written');
});
