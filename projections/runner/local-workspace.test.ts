import { expect, test } from 'vitest';
import type { ProjectedEvent, Projection, Workspace } from '../definitions/projection.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import { LocalWorkspace } from './local-workspace.ts';

const event: ProjectedEvent = {
  type: 'Any',
  stream: 'any-1',
  revision: 0n,
  position: 10n,
  data: {},
  meta: { actor: 'ann', at: '', schema: 1 },
};

/** A workspace for `fold`, on a model that holds the note `kept`, with score 1 in the index `notes`. */
async function workspaceFor(fold: (workspace: Workspace) => void) {
  const definition: Projection = {
    name: 'notes',
    version: 1,
    events: { Any: [] },
    fold: (_, workspace) => fold(workspace),
  };
  const model = new MemoryReadModels().open(definition);
  await model.commit(undefined, 1n, [
    { kind: 'put', collection: 'notes', id: 'kept', value: { text: 'old' }, position: 1n },
    { kind: 'index', index: 'notes', member: 'kept', score: 1 },
  ]);
  if (model.local === undefined) throw new Error('A model in memory is local');
  return { model, workspace: new LocalWorkspace(definition, model.local) };
}

test('an event reads its own writes', async () => {
  const seen: (object | undefined)[] = [];
  const { model, workspace } = await workspaceFor((notes) => {
    seen.push(notes.get('notes', 'kept'));
    notes.put('notes', 'kept', { text: 'new' });
    seen.push(notes.get('notes', 'kept'));
    notes.remove('notes', 'kept');
    seen.push(notes.get('notes', 'kept'));
    notes.put('notes', 'kept', { text: 'newest' });
  });
  workspace.fold(event);
  expect(seen).toEqual([{ text: 'old' }, { text: 'new' }, undefined]);
  expect(await model.load('notes', ['kept'])).toEqual([{ text: 'newest' }]);
  expect((await model.get('notes', 'kept'))?.position).toBe(10n);
});

test('an event with many writes reads each of them, the first one of a collection, too', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `note-${n}`);
  const texts = (notes: Workspace, of: readonly string[]) =>
    of.map((id) => notes.get<{ text: string }>('notes', id)?.text);
  const { workspace } = await workspaceFor((notes) => {
    for (const [n, id] of ids.entries()) {
      notes.put('notes', id, { text: id });
      expect(texts(notes, ids.slice(0, n + 1))).toEqual(ids.slice(0, n + 1));
    }
    for (const collection of ['others', 'more']) {
      notes.put(collection, 'first', { text: 'first' });
      expect(notes.get(collection, 'first')).toEqual({ text: 'first' });
      notes.remove(collection, 'first');
      expect(notes.get(collection, 'first')).toBeUndefined();
    }
    notes.remove('notes', 'kept');
    expect(texts(notes, ['kept', 'note-39'])).toEqual([undefined, 'note-39']);
  });
  workspace.fold(event);
  expect.assertions(45);
});

test('a range shows the state before the event, in the requested direction and length', async () => {
  const seen: string[][] = [];
  const { workspace } = await workspaceFor((notes) => {
    notes.index('notes', 'added', 5);
    for (const part of [{ direction: 'descending', limit: 1 }, {}] as const) {
      seen.push(notes.range('notes', part).map(({ member }) => member));
    }
    expect(notes.range('others')).toEqual([]);
  });
  workspace.fold(event);
  workspace.fold(event);
  expect(seen).toEqual([['kept'], ['kept'], ['added'], ['kept', 'added']]);
});

test('applies and reports no writes of an event that fails', async () => {
  let fails = true;
  const { model, workspace } = await workspaceFor((notes) => {
    notes.put('notes', 'kept', { text: 'half' });
    notes.dropIndex('notes');
    if (fails) throw new Error('too long');
  });
  expect(() => workspace.fold(event)).toThrow('too long');
  expect(await model.load('notes', ['kept'])).toEqual([{ text: 'old' }]);
  expect(await model.scores('notes', ['kept'])).toEqual([1]);
  expect(workspace.takeWrites()).toEqual([]);
  fails = false;
  workspace.fold(event);
  expect(workspace.takeWrites()).toHaveLength(2);
});
