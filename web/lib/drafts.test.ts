import { beforeEach, expect, test, vi } from 'vitest';
import { amendDraft, type DraftField, dropDraft, fieldOf, readDraft, showField, writeDraft } from './drafts.ts';

const key = 'post.mia';
const nothing = { title: '' };
const pie = { title: 'Pie' };
const parse = (stored: unknown) =>
  typeof stored === 'object' && stored !== null && 'title' in stored ? { title: `${stored.title}` } : undefined;
const isPie = (written: unknown) => parse(written)?.title === 'Pie';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

/** Opens a form, which starts from the stored draft. */
function open(initial = nothing) {
  let value = parse(readDraft(key)) ?? initial;
  const field: DraftField = fieldOf(initial, parse, (change) => {
    value = change(value);
  });
  const leave = showField(key, field);
  const type = (title: string) => {
    value = { title };
    writeDraft(key, value);
  };
  return { field, leave, type, title: () => value.title };
}

/** The user types, sends, leaves before the response, and comes back. */
function sendLeaveAndReopen(initial?: () => typeof nothing) {
  const first = open(initial?.());
  first.type('Pie');
  first.leave();
  return { sent: first.field, reopened: open(initial?.()) };
}

test('dropDraft clears a sent draft in the reopened form', () => {
  const { sent, reopened } = sendLeaveAndReopen();
  expect(reopened.title()).toBe('Pie');
  dropDraft(key, sent, isPie);
  expect(reopened.title()).toBe('');
  reopened.leave();
});

test('dropDraft keeps a draft that was edited after sending, in the form and in storage', () => {
  const { sent, reopened } = sendLeaveAndReopen();
  reopened.type('Pie with cream');
  dropDraft(key, sent, isPie);
  expect(reopened.title()).toBe('Pie with cream');
  reopened.leave();
  dropDraft(key, sent, isPie);
  expect(readDraft(key)).toEqual({ title: 'Pie with cream' });
});

test('dropDraft does not reset a reopened edit form to the values before the change', () => {
  const { sent, reopened } = sendLeaveAndReopen(() => ({ title: 'Cake' }));
  dropDraft(key, sent, isPie);
  expect(reopened.title()).toBe('Pie');
  expect(readDraft(key)).toBeNull();
  reopened.leave();
});

test('dropDraft keeps the text in the form that sent it, but not in storage', () => {
  const form = open();
  form.type('Pie');
  dropDraft(key, form.field, isPie);
  expect(form.title()).toBe('Pie');
  expect(readDraft(key)).toBeNull();
  form.leave();
});

test('amendDraft changes the shown form, or else the stored draft', () => {
  const form = open();
  amendDraft(key, () => pie);
  expect(form.title()).toBe('Pie');
  form.leave();
  amendDraft(key, () => pie);
  expect(open().title()).toBe('Pie');
});

test('a form that opens before the former one has closed is changed, and not only the stored draft', () => {
  const former = open();
  const next = open();
  former.leave();
  amendDraft(key, () => pie);
  expect(next.title()).toBe('Pie');
  next.leave();
});

test('amendDraft keeps what is in the form if the form cannot show the change', () => {
  const form = open();
  form.type('Pie');
  amendDraft(key, () => 'Cake');
  expect(form.title()).toBe('Pie');
  form.leave();
});
