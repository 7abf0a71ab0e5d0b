/** Pushed changes and deletions of the documents in lists. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  fetchNext,
  forgetNotes,
  type Note,
  note,
  page,
  push,
  pushChange,
  requests,
  resetNotes,
  seen,
  server,
  settle,
  show,
  shown,
  unseen,
} from '../../../tests/support/synced-notes.ts';
import { ApiError } from '../api-client.ts';
import { queryClient } from '../query-client.ts';

const lost = new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'Nothing came back' });
const refused = new ApiError({ statusCode: 403, code: 'FORBIDDEN', message: 'No' });
const notFound = new ApiError({ statusCode: 404, code: 'NOTE_NOT_FOUND', message: 'Gone' });

beforeEach(resetNotes);
afterEach(forgetNotes);

describe('a push', () => {
  test('is applied once, to shown and unseen documents', async () => {
    await show('mia');
    push({ published: note(3, '0') });
    for (const _ of ['once', 'again']) {
      pushChange(2, '5', '6', 'revised');
      pushChange(3, '0', '1', 'revised');
    }
    expect(shown('mia')).toEqual(['note-2 6 revised', 'note-1 5 as written']);
    expect(unseen()).toEqual(['note-3 1 revised']);
    expect(seen).toEqual(['as written → revised', 'as written → revised']);
    expect(requests).toEqual({ pages: ['2 after null'], notes: [] });
  });

  test('after a gap fetches only this document, and applies later pushes to it', async () => {
    await show('mia');
    const late = Promise.withResolvers<Note>();
    server.respondWithNote = () => late.promise;
    pushChange(2, '7', '8', 'after a gap');
    pushChange(2, '8', '9', 'after another');
    pushChange(1, '5', '6', 'revised');
    pushChange(2, '8', '9', 'the newest');
    late.resolve(note(2, '8', 'after a gap'));
    await vi.waitFor(() => expect(shown('mia')).toEqual(['note-2 9 after another', 'note-1 6 revised']));
    expect(requests).toEqual({ pages: ['2 after null'], notes: ['note-2'] });
  });

  test('after a gap fetches this document, wherever it is in the list', async () => {
    await show('mia');
    server.respondWithNote = async () => note(1, '8', 'after a gap');
    pushChange(1, '7', '8', 'after a gap');
    await vi.waitFor(() => expect(shown('mia')).toEqual(['note-2 5 as written', 'note-1 8 after a gap']));
    expect(requests.notes).toEqual(['note-1']);
  });

  test('after a gap does not replace a newer version from a page', async () => {
    const observer = await show('mia');
    server.respondWithPage = () => page([note(2, '9', 'by a page'), note(1)]);
    server.respondWithNote = async () => {
      await observer.refetch();
      return note(2, '8', 'after a gap');
    };
    pushChange(2, '7', '8', 'after a gap');
    await settle();
    expect(shown('mia')).toContain('note-2 9 by a page');
    expect(requests.notes).toEqual(['note-2']);
  });

  test('fetches the document after a gap again when the server does not respond', async () => {
    await show('mia');
    server.respondWithNote = () => {
      server.respondWithNote = () => note(2, '8', 'the newest');
      throw lost;
    };
    pushChange(2, '7', '8', 'the newest');
    await vi.waitFor(() => expect(shown('mia')).toContain('note-2 8 the newest'), 3_000);
    expect(requests.notes).toEqual(['note-2', 'note-2']);
  });

  test('keeps a document that cannot be fetched after a gap, and fetches it after the next one', async () => {
    await show('mia');
    server.respondWithNote = () => {
      throw refused;
    };
    pushChange(2, '7', '8', 'after a gap');
    await settle();
    expect(shown('mia')).toContain('note-2 5 as written');
    server.respondWithNote = () => note(2, '9', 'the newest');
    pushChange(2, '8', '9', 'the newest');
    await vi.waitFor(() => expect(shown('mia')).toContain('note-2 9 the newest'));
  });

  test('keeps an invalidated list invalidated', async () => {
    await show('mia');
    await queryClient.invalidateQueries({ queryKey: ['notes', 'mia'], refetchType: 'none' });
    pushChange(2, '5', '6', 'revised');
    expect(shown('mia')).toContain('note-2 6 revised');
    expect(queryClient.getQueryState(['notes', 'mia'])?.isInvalidated).toBe(true);
  });
});

describe('a deleted document', () => {
  test('is removed from all lists, whether seen or not', async () => {
    await show('mia');
    await show('mia', 'own');
    push({ published: note(3) });
    push({ deleted: 'note-3' });
    push({ deleted: 'note-2' });
    expect(shown('mia')).toEqual(['note-1 5 as written']);
    expect(shown('mia', 'own')).toEqual(['note-1 5 as written']);
    expect(unseen()).toEqual([]);
  });

  test('is removed when it is not found after a gap', async () => {
    await show('mia');
    server.respondWithNote = () => {
      throw notFound;
    };
    pushChange(2, '7', '8', 'after a gap');
    await vi.waitFor(() => expect(shown('mia')).toEqual(['note-1 5 as written']));
  });

  test('is not restored by older responses that arrive after its deletion', async () => {
    const observer = await show('mia');
    server.respondWithPage = () => {
      push({ deleted: 'note-2' });
      return page([note(2), note(1)], 'next');
    };
    await observer.refetch();
    expect(shown('mia')).toEqual(['note-1 5 as written']);
    server.respondWithPage = () => {
      push({ deleted: 'note-0' });
      return page([note(0)]);
    };
    await fetchNext('next');
    server.respondWithNote = (document) => {
      push({ deleted: document.id });
      return document;
    };
    pushChange(1, '7', '8', 'after a gap');
    await settle();
    expect(shown('mia')).toEqual([]);
  });
});
