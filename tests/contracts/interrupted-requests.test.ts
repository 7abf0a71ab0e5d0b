/** Moving items and closing lists, when the process fails in between and the request is repeated, or others act in between. */
import { afterAll, describe, expect, it } from 'vitest';
import { type CommandHandler, createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import type { CommandContext } from '../../server/commands/task.ts';
import { groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import { closeList } from '../../server/http/features/grocery-list/close-list.ts';
import { moveItems } from '../../server/http/features/grocery-list/move-items.ts';
import { bringItems } from '../../server/http/features/households/bring-items.ts';
import { contextOf, openInterruptible, unread } from '../support/interrupted-requests.ts';

const { log, commands, close: closeLog, interruptedAt, failingAt, add, openList, namesOn } = await openInterruptible();
afterAll(closeLog);

function betweenLists() {
  const listId = newId();
  return { from: newId(), to: { listId, mainListId: listId, members: ['mia'] } };
}

describe('a request that failed in between', () => {
  it.each([0, 1])('brings the items once when it is repeated, and loses none (command %i)', async (index) => {
    const between = betweenLists();
    const context = contextOf('mia');
    await add(between.from, 'Milk', 'Salt');
    const failed = bringItems({ commands: failingAt(index), lists: unread }, context, between);
    await expect(failed).rejects.toThrow('The process fails here');
    // Added in between: only what is on the other list may be removed from this one.
    await add(between.from, 'Wine');
    await bringItems({ commands, lists: unread }, context, between);
    const [own, shared] = [await namesOn(between.from), await namesOn(between.to.listId)];
    expect([...own, ...shared].sort()).toEqual(['Milk', 'Salt', 'Wine']);
    expect(shared).toEqual(expect.arrayContaining(['Milk', 'Salt']));
  });

  it.each([
    ['under the same key', (first: CommandContext) => first],
    ['under a new key', () => contextOf('mia')],
  ])('keeps what was changed on the first list before the items are moved again %s', async (_, again) => {
    const between = betweenLists();
    const context = contextOf('mia');
    await add(between.from, 'Milk', 'Salt');
    await expect(bringItems({ commands: failingAt(1), lists: unread }, context, between)).rejects.toThrow();
    const [milk = ''] = await commands.read(groceryList, between.from, ({ items }) => [...items.keys()]);
    const change = { type: 'ChangeItem', itemId: milk, amount: '3' } as const;
    await commands.handle(groceryList, between.from, change, contextOf('tom'), () => undefined);
    await bringItems({ commands, lists: unread }, again(context), between);
    const amountsOn = (listId: string) =>
      commands.read(groceryList, listId, ({ items }) =>
        Array.from(items.values(), ({ name, amount }) => name + amount),
      );
    expect(await amountsOn(between.from)).toEqual(['Milk3']);
    expect(await amountsOn(between.to.listId)).toEqual(['Milk', 'Salt']);
  });

  it('loses nothing that was moved back before it is repeated', async () => {
    const { from, to } = betweenLists();
    const context = contextOf('mia');
    await add(from, 'Milk', 'Salt');
    const between = { from, to };
    await expect(bringItems({ commands: failingAt(1), lists: unread }, context, between)).rejects.toThrow();
    const back = { from: to.listId, to: { listId: from, mainListId: from, members: ['tom'] } };
    await bringItems({ commands, lists: unread }, contextOf('tom'), back);
    await bringItems({ commands, lists: unread }, context, between);
    expect([await namesOn(from), await namesOn(to.listId)]).toEqual([['Milk', 'Salt'], []]);
  });

  it('loses nothing that is moved back while it is repeated', async () => {
    const { from, to } = betweenLists();
    const context = contextOf('mia');
    await add(from, 'Milk', 'Salt');
    const moving = (handler: CommandHandler) => bringItems({ commands: handler, lists: unread }, context, { from, to });
    await expect(moving(failingAt(1))).rejects.toThrow();
    const back = { from: to.listId, to: { listId: from, mainListId: from, members: ['tom'] } };
    // The repeated request is complete before the items are removed from the second list.
    const movingBack = interruptedAt(1, () => moving(commands));
    await bringItems({ commands: movingBack, lists: unread }, contextOf('tom'), back);
    expect([await namesOn(from), await namesOn(to.listId)]).toEqual([['Milk', 'Salt'], []]);
  });

  it('loses nothing if the other list is closed right before the items are removed from the main one', async () => {
    const { from, to } = betweenLists();
    await add(from, 'Milk', 'Salt');
    const { listId } = to;
    await openList(from, listId);
    const closed = { listId, mainListId: from };
    const closing = interruptedAt(1, () => closeList(commands, contextOf('tom'), closed, []));
    const target = { ...to, mainListId: from };
    await moveItems(closing, contextOf('mia'), { from, to: target }, ({ items }) => [...items.keys()]);
    expect(await namesOn(from)).toEqual(['Milk', 'Salt']);
  });

  it('loses nothing that another member has moved to a list that was closed, and saved', async () => {
    const [main, market, party] = [newId(), newId(), newId()];
    const access = (listId: string) => ({ listId, mainListId: main, members: ['mia'] });
    for (const listId of [market, party]) {
      await openList(main, listId);
    }
    await add(market, 'Milk');
    const move = (handler: CommandHandler, to: string) =>
      moveItems(handler, contextOf('mia'), { from: market, to: access(to) }, ({ items }) => [...items.keys()]);
    const close = () => closeList(commands, contextOf('tom'), { listId: party, mainListId: main }, []);
    await move(
      interruptedAt(0, () => move(interruptedAt(1, close), party)),
      main,
    );
    expect([await namesOn(market), await namesOn(main)]).toEqual([[], ['Milk']]);
  });

  it.each([
    ['under the same key', (first: CommandContext) => first],
    ['under a new key', () => contextOf('mia')],
  ])('saves nothing again that was removed before a list is closed %s', async (_, again) => {
    const [mainListId, listId] = [newId(), newId()];
    await openList(mainListId, listId);
    await add(listId, 'Cake', 'Candles');
    const context = contextOf('mia');
    const closed = { listId, mainListId };
    await expect(closeList(failingAt(1), context, closed, [])).rejects.toThrow('The process fails here');
    const [cake = ''] = await commands.read(groceryList, mainListId, ({ items }) => [...items.keys()]);
    const remove = { type: 'RemoveItem', itemId: cake } as const;
    await commands.handle(groceryList, mainListId, remove, contextOf('tom'), () => undefined);
    await closeList(commands, again(context), closed, []);
    expect(await namesOn(mainListId)).toEqual(['Candles']);
  });

  it.each([
    ['failed before the list was closed', failingAt],
    ['lost its response', () => commands],
  ])('saves nothing again that was moved on from the main list since a request %s', async (_, first) => {
    const [mainListId, listId, market] = [newId(), newId(), newId()];
    for (const opened of [listId, market]) await openList(mainListId, opened);
    await add(listId, 'Cake', 'Candles');
    const context = contextOf('mia');
    const closing = (handler: CommandHandler) => closeList(handler, context, { listId, mainListId }, []);
    await closing(first(1)).catch(() => undefined);
    const to = { listId: market, mainListId, members: ['mia', 'tom'] };
    await moveItems(commands, contextOf('tom'), { from: mainListId, to }, ({ items }) => [...items.keys()].slice(0, 1));
    await closing(commands);
    expect([await namesOn(mainListId), await namesOn(market)]).toEqual([['Candles'], ['Cake']]);
    const arrived: string[] = [];
    for await (const { type } of log.readStream(`${groceryList.category}-${mainListId}`)) {
      if (type === 'GroceryItemsRestored') arrived.push(type);
    }
    expect(arrived, 'lines of the history that say what was saved').toHaveLength(1);
  });

  it('saves nothing that came after the list was closed when the request is repeated', async () => {
    const [mainListId, listId] = [newId(), newId()];
    await openList(mainListId, listId);
    const context = contextOf('mia');
    const closing = () => closeList(commands, context, { listId, mainListId }, []);
    await closing();
    await add(listId, 'Cake');
    await closing();
    expect(await namesOn(mainListId)).toEqual([]);
  });

  it('says again what was moved after another process has moved it', async () => {
    const between = betweenLists();
    const context = contextOf('mia');
    await add(between.from, 'Milk', 'Salt');
    const bring = (handler: CommandHandler) => bringItems({ commands: handler, lists: unread }, context, between);
    const first = await bring(commands);
    expect(first.count).toBe(2);
    expect(await bring(createCommandHandler(log))).toEqual(first);
  });
});
