import { expect, test, vi } from 'vitest';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { type CachedList, fromAnswer } from './list-cache.ts';
import { type ListChangeRequest, provisionalItem } from './pending.ts';
import { sendChange } from './send-change.ts';

const mia = { uid: 'mia', name: 'Mia' };
const provisional = provisionalItem({ name: 'Butter', amount: '', unit: '' }, mia, new Date(0));
const confirmed: GroceryItem = { ...provisional, id: 'milk', name: 'Milk' };
const before: CachedList = fromAnswer({ listId: 'list', revision: null, items: [confirmed] }, '1', undefined);
/** The item that was shown before it had an id may have got one since. */
const after: CachedList = { ...before, givenIds: { [provisional.id]: 'butter' } };

const both = [confirmed, provisional];
test.each<ListChangeRequest>([
  { key: 'one-key-for-it', kind: 'clear', ids: both.map(({ id }) => id) },
  { key: 'one-key-for-it', kind: 'restore', items: both },
])(
  '$kind goes out the same again under its key when its answer was lost, though more ids are known',
  async (request) => {
    const sent: unknown[] = [];
    vi.spyOn(api, 'send').mockImplementation(async (method, path, content, options) => {
      sent.push({ method, path, content, options });
      if (sent.length === 1) throw new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'Nothing came back' });
      return { data: { items: [] }, position: '2' };
    });
    await expect(sendChange('mia', request, before)).rejects.toThrow('Nothing came back');
    await sendChange('mia', request, after);
    expect(sent[0]).toMatchObject({ content: { ingredientIds: ['milk'] }, options: { idempotencyKey: request.key } });
    expect(sent[1]).toEqual(sent[0]);

    await sendChange('mia', { ...request, key: 'another-key' }, after);
    expect(sent[2]).toMatchObject({ content: { ingredientIds: ['milk', 'butter'] } });
  },
);
