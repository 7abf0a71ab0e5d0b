/** A user's changes of a document, from when they are made until the document includes them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { connection } from '../../../tests/support/live-connection.ts';
import {
  cached,
  change,
  check,
  checkedMilk,
  eggs,
  forgetList,
  list,
  lists,
  milk,
  notified,
  pending,
  push,
  refused,
  resetList,
  salt,
  seen,
  server,
  show,
} from '../../../tests/support/synced-list.ts';
import type { ListChange } from '../../features/grocery-list/list-changes.ts';
import { ApiError } from '../api-client.ts';
import { savedSession } from '../identity/saved-session.ts';
import { currentOffer, undoOffers } from '../undo-offers.ts';
import { changeActionsOf } from './change-actions.ts';
import { sendHeld } from './held-changes.ts';
import { refusedChanges } from './refused-changes.ts';

const lost = new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'Nothing came back' });

beforeEach(resetList);
afterEach(forgetList);

test('shows a change both after its response and after its push', async () => {
  await show();
  await change(check);
  expect(cached()).toEqual(list('5', milk, eggs));
  push('5', '6', [checkedMilk]);
  await notified();
  expect(seen).toEqual([{ before: ['milk checked', 'eggs'], after: ['milk checked', 'eggs'] }]);
  push('6', '7', [milk]);
  await notified();
  expect(seen.at(-1)).toEqual({ before: ['milk checked', 'eggs'], after: ['milk', 'eggs'] });
});

test('fetches the document when the push of a change does not arrive', async () => {
  await show();
  vi.useFakeTimers();
  server.respond = () => list('6', checkedMilk, eggs);
  await change(check);
  expect(server.fetches).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(cached()).toEqual(list('6', checkedMilk, eggs));
});

test('fetches the document at once after a change while there is no live connection', async () => {
  connection.isLive = false;
  await show();
  server.respond = () => list('6', checkedMilk, eggs);
  await change(check);
  await vi.waitFor(() => expect(cached()).toEqual(list('6', checkedMilk, eggs)));
});

test('keeps a change pending that was answered before a long time without a signal', async () => {
  await show();
  vi.useFakeTimers();
  server.respond = () => {
    throw lost;
  };
  await change(check);
  await vi.advanceTimersByTimeAsync(3 * 60 * 60_000);
  push('5', '6', [checkedMilk]);
  await notified();
  expect(seen).toEqual([{ before: ['milk checked', 'eggs'], after: ['milk checked', 'eggs'] }]);
});

test('keeps a change without a revision until a fetch that began after its response', async () => {
  await show();
  const refuse = () => Promise.reject(new ApiError({ statusCode: 404, code: 'LIST_NOT_FOUND', message: 'Not here' }));
  server.respond = refuse;
  server.send = async () => null;
  await change({ kind: 'remove', id: 'milk' });
  await vi.waitFor(() => expect(server.fetches).toBe(3));
  expect(pending()).toHaveLength(1);

  const slow = Promise.withResolvers<GroceryList>();
  server.respond = () => slow.promise;
  const fetched = lists.fetchAgain('mia');
  await change({ kind: 'remove', id: 'eggs' });
  server.respond = refuse;
  slow.resolve(list('5', eggs));
  await fetched;
  await vi.waitFor(() => expect(pending()).toEqual([{ kind: 'remove', id: 'eggs' }]));

  server.respond = () => list('6');
  await vi.waitFor(async () => {
    await lists.fetchAgain('mia');
    expect(pending()).toEqual([]);
  });
  expect(cached()).toEqual(list('6'));
});

test('forgets a change once the document includes it', async () => {
  await show();
  const made = change(check);
  push('5', '6', [checkedMilk]);
  await made;
  await vi.waitFor(() => expect(pending()).toEqual([]));
});

test('fetches again for a change that was made during a fetch', async () => {
  await show();
  vi.useFakeTimers();
  const early = Promise.withResolvers<GroceryList>();
  server.respond = () => early.promise;
  push('6', '7', []);
  connection.isLive = false;
  server.send = async () => '8';
  await change(check);
  await vi.advanceTimersByTimeAsync(100);
  server.respond = () => list('8', checkedMilk, eggs);
  early.resolve(list('7', milk, eggs));
  await vi.advanceTimersByTimeAsync(100);
  expect([cached(), server.fetches]).toEqual([list('8', checkedMilk, eggs), 3]);
});

test('sends a change again under its key when its response was lost', async () => {
  await show();
  vi.useFakeTimers();
  const keys: string[] = [];
  server.send = async (_, key) => {
    keys.push(key);
    if (keys.length === 1) throw lost;
    return '6';
  };
  const sent = change(check);
  push('5', '6', [checkedMilk]);
  await vi.advanceTimersByTimeAsync(60_000);
  await sent;
  expect([new Set(keys).size, keys.length, pending()]).toEqual([1, 2, []]);
});

test('removes a refused change, and those that depend on it', async () => {
  await show();
  const full = new ApiError({ statusCode: 409, code: 'LIST_FULL', message: 'Full' });
  server.send = async ({ kind }) => {
    if (kind === 'add') throw full;
    return '6';
  };
  const add: ListChange = { kind: 'add', items: [salt] };
  const saved = [add, { ...check, id: 'salt' }, check].map(change);
  expect(pending()).toHaveLength(3);
  const outcomes = await Promise.allSettled(saved);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect([refused, pending()]).toEqual([[[add, full]], [check]]);
});

test('keeps no refused change whose error its form shows, but those that depend on it', async () => {
  await show();
  server.isInPlace = true;
  server.send = async ({ kind }) => {
    if (kind === 'add') throw new ApiError({ statusCode: 409, code: 'LIST_FULL', message: 'Full' });
    return '6';
  };
  lists.change(['mia'], { kind: 'add', items: [salt] });
  const dependent = lists.change(['mia'], { kind: 'remove', id: 'salt' });
  await vi.waitFor(() => expect(pending()).toEqual([]));
  await vi.waitFor(() => expect(refusedChanges.all().map(({ key }) => key)).toEqual([dependent]));
});

test('offers no longer to undo a change that was refused', async () => {
  await show();
  server.send = () => Promise.reject(new ApiError({ statusCode: 409, code: 'LIST_FULL', message: 'Full' }));
  const key = lists.change(['mia'], check);
  undoOffers.show({ changeKey: key, message: 'Checked milk', onUndo: () => expect.unreachable() });
  await expect(lists.saved(key)).rejects.toThrow('Full');
  expect(currentOffer.get()).toBeUndefined();
});

describe('a change that is sent when the user can no longer undo it', () => {
  const removeMilk: ListChange = { kind: 'remove', id: 'milk' };
  const removeEggs: ListChange = { kind: 'remove', id: 'eggs' };
  let sent: ListChange[];

  beforeEach(async () => {
    await show();
    sent = [];
    server.send = async (made) => {
      sent.push(made);
      return String(5 + sent.length);
    };
    lists.changeUnlessUndone(['mia'], removeMilk, 'Removed milk');
  });
  afterEach(sendHeld);

  test('is shown at once, does not hold up others, and is sent after them', async () => {
    await change(removeEggs);
    expect([pending(), sent]).toEqual([[removeMilk, removeEggs], [removeEggs]]);
    sendHeld();
    await vi.waitFor(() => expect(sent).toEqual([removeEggs, removeMilk]));
    push('5', '7', [], ['milk', 'eggs']);
    await vi.waitFor(() => expect(pending()).toEqual([]));
  });

  test('is sent when another one takes its place, which is still not sent', async () => {
    lists.changeUnlessUndone(['mia'], removeEggs, 'Removed eggs');
    await vi.waitFor(() => expect(sent).toEqual([removeMilk]));
    push('5', '6', [], ['milk']);
    await vi.waitFor(() => expect(pending()).toEqual([removeEggs]));
    expect(sent).toEqual([removeMilk]);
  });

  test('is not made if the user undoes it, and others are', async () => {
    await change(check);
    const offer = currentOffer.get();
    undoOffers.hide(offer?.changeKey ?? '');
    offer?.onUndo();
    expect(pending()).toEqual([check]);
    push('5', '6', [checkedMilk]);
    await vi.waitFor(() => expect(pending()).toEqual([]));
    expect(sent).toEqual([check]);
  });
});

test('fetches the document of a refused change to show both values, also if it is not shown', async () => {
  const observer = await show();
  server.send = () => Promise.reject(new ApiError({ statusCode: 409, code: 'ITEM_CHANGED_MEANWHILE', message: 'No' }));
  await expect(change(check)).rejects.toThrow('No');
  lists.change(['mia'], check);
  await vi.waitFor(() => expect(refusedChanges.all()).toHaveLength(1));
  observer.destroy();
  server.respond = () => list('9', checkedMilk, eggs);
  const [group] = refusedChanges.groups();
  if (!group) throw new Error('Nothing was refused');
  await changeActionsOf(group)?.fetchAgain(group);
  expect(cached()).toEqual(list('9', checkedMilk, eggs));
});

test('does not make a change of a user who has left, which the next one would see', async () => {
  await show();
  const requests = vi.spyOn(server, 'send');
  savedSession.set({ user: { uid: 'sam', name: 'Sam', email: null, photoURL: null }, token: 'token' });
  await change(check);
  lists.changeUnlessUndone(['mia'], { kind: 'remove', id: 'eggs' }, 'Removed');
  expect([pending(), refusedChanges.all(), currentOffer.get()]).toEqual([[], [], undefined]);
  expect(requests).not.toHaveBeenCalled();
});
