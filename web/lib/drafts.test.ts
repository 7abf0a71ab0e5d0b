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

/** A form that is opened: it has what was stored. */
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
  return { field, leave, type, reads: () => value.title };
}

/** Somebody writes, sends, leaves before the answer is there, and comes back. */
function leftAndBack(initial?: () => typeof nothing) {
  const first = open(initial?.());
  first.type('Pie');
  first.leave();
  return { sent: first.field, back: open(initial?.()) };
}

test('what was sent is no longer in the form that was opened anew meanwhile', () => {
  const { sent, back } = leftAndBack();
  expect(back.reads()).toBe('Pie');
  dropDraft(key, sent, isPie);
  expect(back.reads()).toBe('');
  back.leave();
});

test('what was written on meanwhile stays, in the form and for when it is opened again', () => {
  const { sent, back } = leftAndBack();
  back.type('Pie with cream');
  dropDraft(key, sent, isPie);
  expect(back.reads()).toBe('Pie with cream');
  back.leave();
  dropDraft(key, sent, isPie);
  expect(readDraft(key)).toEqual({ title: 'Pie with cream' });
});

test('a form that edits does not go back to what was there before the change', () => {
  const { sent, back } = leftAndBack(() => ({ title: 'Cake' }));
  dropDraft(key, sent, isPie);
  expect(back.reads()).toBe('Pie');
  expect(readDraft(key)).toBeNull();
  back.leave();
});

test('the form itself keeps its words until it is left, and nothing is stored of them', () => {
  const form = open();
  form.type('Pie');
  dropDraft(key, form.field, isPie);
  expect(form.reads()).toBe('Pie');
  expect(readDraft(key)).toBeNull();
  form.leave();
});

test('what comes back refused is in the form where it is shown, else in what it will find', () => {
  const form = open();
  amendDraft(key, () => pie);
  expect(form.reads()).toBe('Pie');
  form.leave();
  amendDraft(key, () => pie);
  expect(open().reads()).toBe('Pie');
});
