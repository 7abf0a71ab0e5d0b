import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { ApiError } from '../api-client.ts';
import { queryClient } from '../query-client.ts';
import type { Entry, Page, Pages } from './pages.ts';
import { pendingChanges } from './pending-changes.ts';
import { type ListId, type PageRequest, syncedPages } from './synced-pages.ts';
import { classifyPush } from './versioned.ts';

const live = vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  return { isLive: true, listeners: new Set<(message: LiveMessage) => void>() };
});

vi.mock('../live.ts', () => ({
  isLive: () => live.isLive,
  onLiveMissed: () => undefined,
  onLive: (listener: (message: LiveMessage) => void) => {
    live.listeners.add(listener);
    return () => live.listeners.delete(listener);
  },
}));

interface Note extends Entry {
  readonly text: string;
}

/** The higher its number, the newer. */
const note = (n: number, revision: Revision = '5', text = 'as written'): Note => ({
  id: `note-${n}`,
  createdAt: new Date(Date.UTC(2026, 9, 1, 18, n)).toISOString(),
  revision,
  text,
});
const page = (items: Note[], nextCursor: string | null = null): Page<Note> => ({ items, nextCursor });

type NotePush =
  | { published: Note }
  | { changed: string; from: Revision; revision: string; text: string }
  | { deleted: string };

/** The push that each message stands for, since there are no real messages about notes. */
const pushes = new WeakMap<LiveMessage, NotePush>();
function push(pushed: NotePush): void {
  const message: LiveMessage = { kind: 'recipe.withdrawn', position: '1', recipeId: '' };
  pushes.set(message, pushed);
  for (const listener of [...live.listeners]) listener(message);
}
const pushChange = (n: number, from: Revision, revision: string, text: string) =>
  push({ changed: `note-${n}`, from, revision, text });

function fold(document: Note, message: LiveMessage): Note | 'gap' | 'gone' {
  const pushed = pushes.get(message);
  if (!pushed) return document;
  if ('deleted' in pushed) return pushed.deleted === document.id ? 'gone' : document;
  if ('published' in pushed || pushed.changed !== document.id) return document;
  const kind = classifyPush(document, pushed);
  if (kind !== 'next') return kind === 'gap' ? 'gap' : document;
  return { ...document, revision: pushed.revision, text: pushed.text };
}

/** The server's responses. */
let respondWithPage: (request: PageRequest, list: ListId) => Page<Note> | Promise<Page<Note>>;
let respondWithNote: (document: Note) => Note | Promise<Note>;
let send: (text: string) => Promise<Revision>;
let requests: { pages: string[]; notes: string[] };
let seen: string[];

const notes = syncedPages<Note, string, ListId>({
  queryKey: ['notes'],
  pageSize: 2,
  maxPages: 2,
  fetchPage: async (list, request) => {
    requests.pages.push(`${request.limit} after ${request.cursor}`);
    return respondWithPage(request, list);
  },
  fetchOne: async (document) => {
    requests.notes.push(document.id);
    return respondWithNote(document);
  },
  fold,
  addedDocument: (message) => {
    const pushed = pushes.get(message);
    return pushed && 'published' in pushed ? { document: pushed.published, isUnseen: true } : undefined;
  },
  apply: (document, text) => ({ ...document, text }),
  send: (_, text) => send(text),
  describe: (_, what) => ({ verb: 'Change', what }),
  onMessage: (before, after) => seen.push(`${before.text} → ${after.text}`),
});
notes.follow();

const cached = (...list: ListId) => queryClient.getQueryData<Pages<Note>>(['notes', ...list]);
const line = ({ id, revision, text }: Note) => `${id} ${revision} ${text}`;
const shown = (...list: ListId) => cached(...list)?.items.map(line);
const unseen = () => cached('mia')?.unseen.map(line);
async function show(...list: ListId) {
  const observer = new QueryObserver(queryClient, notes.query(...list));
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  return observer;
}
const change = (text: string) => notes.saved(notes.change(['mia', 'note-2'], text));
const fetchNext = (cursor: string) => new MutationObserver(queryClient, notes.nextPage('mia')).mutate(cursor);
/** Resolves after the responses, which arrive as microtasks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const lost = new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'Nothing came back' });
const refused = new ApiError({ statusCode: 403, code: 'FORBIDDEN', message: 'No' });
const notFound = new ApiError({ statusCode: 404, code: 'NOTE_NOT_FOUND', message: 'Gone' });

beforeEach(() => {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  live.isLive = true;
  requests = { pages: [], notes: [] };
  seen = [];
  respondWithPage = () => page([note(2), note(1)], 'next');
  respondWithNote = () => {
    throw new Error('Unexpected fetch of a document');
  };
  send = async () => '6';
});

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  pendingChanges.remove(['notes', 'mia', 'note-2'], () => true);
});

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
    respondWithNote = () => late.promise;
    pushChange(2, '7', '8', 'after a gap');
    pushChange(2, '8', '9', 'after another');
    pushChange(1, '5', '6', 'revised');
    pushChange(2, '8', '9', 'the newest');
    late.resolve(note(2, '8', 'after a gap'));
    await vi.waitFor(() => expect(shown('mia')).toEqual(['note-2 9 after another', 'note-1 6 revised']));
    expect(requests).toEqual({ pages: ['2 after null'], notes: ['note-2'] });
  });

  test('after a gap does not replace a newer version from a page', async () => {
    const observer = await show('mia');
    respondWithPage = () => page([note(2, '9', 'by a page'), note(1)]);
    respondWithNote = async () => {
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
    respondWithNote = () => {
      respondWithNote = () => note(2, '8', 'the newest');
      throw lost;
    };
    pushChange(2, '7', '8', 'the newest');
    await vi.waitFor(() => expect(shown('mia')).toContain('note-2 8 the newest'), 3_000);
    expect(requests.notes).toEqual(['note-2', 'note-2']);
  });

  test('keeps a document that cannot be fetched after a gap, and fetches it after the next one', async () => {
    await show('mia');
    respondWithNote = () => {
      throw refused;
    };
    pushChange(2, '7', '8', 'after a gap');
    await settle();
    expect(shown('mia')).toContain('note-2 5 as written');
    respondWithNote = () => note(2, '9', 'the newest');
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
    respondWithNote = () => {
      throw notFound;
    };
    pushChange(2, '7', '8', 'after a gap');
    await vi.waitFor(() => expect(shown('mia')).toEqual(['note-1 5 as written']));
  });

  test('is not restored by older responses that arrive after its deletion', async () => {
    const observer = await show('mia');
    respondWithPage = () => {
      push({ deleted: 'note-2' });
      return page([note(2), note(1)], 'next');
    };
    await observer.refetch();
    expect(shown('mia')).toEqual(['note-1 5 as written']);
    respondWithPage = () => {
      push({ deleted: 'note-0' });
      return page([note(0)]);
    };
    await fetchNext('next');
    respondWithNote = (document) => {
      push({ deleted: document.id });
      return document;
    };
    pushChange(1, '7', '8', 'after a gap');
    await settle();
    expect(shown('mia')).toEqual([]);
  });
});

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
    respondWithPage = () => {
      pushChange(2, '5', '6', 'revised');
      return page([note(2), note(1)], 'next');
    };
    await show('mia');
    expect(shown('mia')).toEqual(['note-2 6 revised', 'note-1 5 as written']);
    respondWithPage = () => {
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

  test('that is fetched again from the top keeps pushes and publications that arrive meanwhile', async () => {
    const observer = await show('mia');
    respondWithPage = () => {
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
    respondWithPage = ({ limit, cursor }) => {
      const from = Number(cursor);
      return page(all.slice(from, from + limit), String(from + limit));
    };
    const observer = await show('mia');
    await fetchNext('2');
    await observer.refetch();
    expect(shown('mia')).toHaveLength(4);
    respondWithPage = () => page(all.slice(4));
    await fetchNext('4');
    respondWithPage = ({ limit, cursor }) =>
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
    respondWithNote = () => note(2, '6', 'mine');
    await change('mine');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(shown('mia')).toContain('note-2 6 mine');
    live.isLive = false;
    respondWithNote = () => note(2, '7', 'mine again');
    send = async () => '7';
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
