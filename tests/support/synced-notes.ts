/**
 * Lists of notes that `syncedPages` keeps in step with a server, whose responses and pushes the test controls. Import it
 * before the modules of the client, which would import the real connection.
 */
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, vi } from 'vitest';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import type { Revision } from '../../server/core/contracts/shared.ts';
import { savedSession } from '../../web/lib/identity/saved-session.ts';
import { queryClient } from '../../web/lib/query-client.ts';
import type { Entry, Page, Pages } from '../../web/lib/sync/pages.ts';
import { pendingChanges } from '../../web/lib/sync/pending-changes.ts';
import { type ListId, type PageRequest, syncedPages } from '../../web/lib/sync/synced-pages.ts';
import { classifyPush } from '../../web/lib/sync/versioned.ts';
import { connection, receive } from './live-connection.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../web/lib/live.ts', async () => (await import('./live-connection.ts')).live);

export interface Note extends Entry {
  readonly text: string;
}

/** The higher its number, the newer. */
export const note = (n: number, revision: Revision = '5', text = 'as written'): Note => ({
  id: `note-${n}`,
  createdAt: new Date(Date.UTC(2026, 9, 1, 18, n)).toISOString(),
  revision,
  text,
});
export const page = (items: Note[], nextCursor: string | null = null): Page<Note> => ({ items, nextCursor });

type NotePush =
  | { published: Note }
  | { changed: string; from: Revision; revision: string; text: string }
  | { deleted: string };

/** The push that each message stands for, since there are no real messages about notes. */
const pushes = new WeakMap<LiveMessage, NotePush>();
export function push(pushed: NotePush): void {
  const message: LiveMessage = { kind: 'recipe.withdrawn', position: '1', recipeId: '' };
  pushes.set(message, pushed);
  receive(message);
}
export const pushChange = (n: number, from: Revision, revision: string, text: string) =>
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

interface Server {
  respondWithPage: (request: PageRequest, list: ListId) => Page<Note> | Promise<Page<Note>>;
  respondWithNote: (document: Note) => Note | Promise<Note>;
  send: (text: string) => Promise<Revision>;
}

const usualServer: Server = {
  respondWithPage: () => page([note(2), note(1)], 'next'),
  respondWithNote: () => {
    throw new Error('Unexpected fetch of a document');
  },
  send: async () => '6',
};

/** The server's responses. */
export const server: Server = { ...usualServer };
export const requests: { pages: string[]; notes: string[] } = { pages: [], notes: [] };
/** The texts before and after each message. */
export const seen: string[] = [];

export const notes = syncedPages<Note, string, ListId>({
  queryKey: ['notes'],
  pageSize: 2,
  maxPages: 2,
  fetchPage: async (list, request) => {
    requests.pages.push(`${request.limit} after ${request.cursor}`);
    return server.respondWithPage(request, list);
  },
  fetchOne: async (document) => {
    requests.notes.push(document.id);
    return server.respondWithNote(document);
  },
  fold,
  addedDocument: (message) => {
    const pushed = pushes.get(message);
    return pushed && 'published' in pushed ? { document: pushed.published, isUnseen: true } : undefined;
  },
  apply: (document, text) => ({ ...document, text }),
  send: (_, text) => server.send(text),
  describe: (_, what) => ({ verb: 'Change', what }),
  onMessage: (before, after) => seen.push(`${before.text} → ${after.text}`),
});
notes.follow();

export const cached = (...list: ListId) => queryClient.getQueryData<Pages<Note>>(['notes', ...list]);
const line = ({ id, revision, text }: Note) => `${id} ${revision} ${text}`;
export const shown = (...list: ListId) => cached(...list)?.items.map(line);
export const unseen = () => cached('mia')?.unseen.map(line);
export async function show(...list: ListId) {
  const observer = new QueryObserver(queryClient, notes.query(...list));
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  return observer;
}
export const change = (text: string) => notes.saved(notes.change(['mia', 'note-2'], text));
export const fetchNext = (cursor: string) => new MutationObserver(queryClient, notes.nextPage('mia')).mutate(cursor);
/** Resolves after the responses, which arrive as microtasks. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Before each test. */
export function resetNotes(): void {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  savedSession.set({ user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' });
  connection.isLive = true;
  Object.assign(server, usualServer);
  requests.pages = [];
  requests.notes = [];
  seen.length = 0;
}

/** After each test. */
export function forgetNotes(): void {
  vi.useRealTimers();
  queryClient.clear();
  pendingChanges.remove(['notes', 'mia', 'note-2'], () => true);
}
