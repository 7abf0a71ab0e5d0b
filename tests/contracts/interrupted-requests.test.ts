/** Requests that change several streams, when the process fails in between and they are repeated under the same key. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandHandler, createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import type { CommandContext } from '../../server/commands/task.ts';
import { groceryLimits } from '../../server/core/contracts/limits.ts';
import { groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import { household } from '../../server/core/domain/household/decider.ts';
import { listCollection } from '../../server/core/domain/list-collection/decider.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { closeList } from '../../server/http/features/grocery-list/close-list.ts';
import { moveItems } from '../../server/http/features/grocery-list/move-items.ts';
import { bringItems } from '../../server/http/features/households/bring-items.ts';
import { keepCopies } from '../../server/http/features/households/keep-copies.ts';
import { assertWithinLimit } from '../../server/http/features/households/membership-limit.ts';
import { createOwnership } from '../../server/ownership/ownership.ts';

let folder: string;
let log: EventLog;
let commands: CommandHandler;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-interrupted-'));
  log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  commands = createCommandHandler(log);
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

const unread = {
  get: async () => undefined,
  getMany: async () => [],
  range: async () => [],
  scores: async () => [],
  position: async () => undefined,
  progress: async () => ({ position: undefined, stale: undefined }),
  getWithProgress: async () => ({ document: undefined, progress: { position: undefined, stale: undefined } }),
  waitFor: async () => true,
};
const ownership = createOwnership(unread, unread, { read: () => Promise.reject(new Error('The read model decides')) });

const contextOf = (actor: string, commandId = newId()): CommandContext => ({ actor, commandId, correlationId: '' });

/** A command handler that does something else right before one of the commands. */
function interruptedAt(index: number, act: () => Promise<unknown>): CommandHandler {
  let handled = 0;
  return {
    ...commands,
    handle: async (...command) => {
      if (handled++ === index) await act();
      return commands.handle(...command);
    },
  };
}

/** A command handler that fails instead of handling one of the commands. */
function failingAt(index: number): CommandHandler {
  let handled = 0;
  return {
    ...commands,
    handle: (...command) => {
      if (handled++ === index) throw new Error('The process fails here');
      return commands.handle(...command);
    },
  };
}

const copying = (handler: CommandHandler, warn = (_details: object): void => {}) => ({
  ...{ commands: handler, ownership },
  logger: { warn },
});

function betweenLists() {
  const listId = newId();
  return { from: newId(), to: { listId, mainListId: listId, members: ['mia'] } };
}

const add = (listId: string, ...names: string[]) =>
  commands.handle(
    groceryList,
    listId,
    { type: 'AddItems', items: names.map((name) => ({ id: newId(), name, amount: '', unit: '' })) },
    contextOf('mia'),
    () => undefined,
  );
const openList = (mainListId: string, listId: string) =>
  commands.handle(listCollection, mainListId, { type: 'OpenList', listId, name: 'List' }, contextOf('mia'), () => {});
const namesOn = (listId: string) =>
  commands.read(groceryList, listId, ({ items }) => Array.from(items.values(), ({ name }) => name));

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

  it('says again what was moved after another process has moved it', async () => {
    const between = betweenLists();
    const context = contextOf('mia');
    await add(between.from, 'Milk', 'Salt');
    const bring = (handler: CommandHandler) => bringItems({ commands: handler, lists: unread }, context, between);
    const first = await bring(commands);
    expect(first.count).toBe(2);
    expect(await bring(createCommandHandler(log))).toEqual(first);
  });

  async function twoAtHome() {
    const [id, mia, tom] = [newId(), newId(), newId()];
    const found = { type: 'FoundHousehold', name: 'Home', memberships: 0 } as const;
    await commands.handle(household, id, found, contextOf(mia), () => undefined);
    const invitation = {
      ...{ invitationId: 'invitation', secretHash: '', expiresAt: '2027', uses: 1, now: '2026', actor: mia },
      type: 'IssueInvitation',
    } as const;
    await commands.handle(household, id, invitation, contextOf(mia), () => undefined);
    const join = { type: 'Join', actor: tom, invitationId: 'invitation', now: '2026', memberships: 0 } as const;
    await commands.handle(household, id, join, contextOf(tom), () => undefined);
    const { listId } = ownership.ofHousehold(id);
    await add(listId, 'Milk', 'Salt');
    const ending = { id, command: { type: 'DissolveHousehold', actor: mia } } as const;
    return { id, mia, tom, listId, context: contextOf(mia), ending };
  }

  /** The only further list of a user. */
  async function copyOf(uid: string): Promise<string> {
    const lists = await commands.read(listCollection, ownership.ofUser(uid).listId, ({ names }) => [...names]);
    expect(lists).toEqual([[expect.any(String), 'Home']]);
    return lists[0]?.[0] ?? '';
  }

  it.each([0, 1, 2, 3])(
    'makes each copy once when it is repeated, before anything ends (command %i)',
    async (index) => {
      const { id, mia, tom, context, ending } = await twoAtHome();
      const failed = keepCopies(copying(failingAt(index)), context, ending);
      await expect(failed).rejects.toThrow('The process fails here');
      await keepCopies(copying(commands), context, ending);
      await commands.handle(household, id, ending.command, context, () => undefined);
      await keepCopies(copying(commands), context, ending);
      for (const uid of [mia, tom]) expect(await namesOn(await copyOf(uid))).toEqual(['Milk', 'Salt']);
    },
  );

  it('adds nothing to the other lists of a member who has closed the copy', async () => {
    const { id, mia, tom, listId, context, ending } = await twoAtHome();
    const complete = await keepCopies(copying(commands), context, ending);
    const main = ownership.ofUser(mia).listId;
    const close = { type: 'CloseList', listId: await copyOf(mia) } as const;
    await commands.handle(listCollection, main, close, contextOf(mia), () => undefined);
    await add(listId, 'Wine');
    await commands.handle(household, id, ending.command, context, () => undefined);
    await complete();
    expect([await namesOn(main), await namesOn(await copyOf(tom))]).toEqual([[], ['Milk', 'Salt', 'Wine']]);
  });

  it.each(['leaves', 'is there when the household ends'])(
    'is on the main list of a member who has closed the copy of a failed attempt to leave, and %s',
    async (end) => {
      const { id, tom, context, ending } = await twoAtHome();
      const leaving = { id, command: { type: 'EndMembership', actor: tom, uid: tom }, uid: tom } as const;
      const failed = keepCopies(copying(failingAt(1)), contextOf(tom), leaving);
      await expect(failed).rejects.toThrow('The process fails here');
      const main = ownership.ofUser(tom).listId;
      const close = { type: 'CloseList', listId: await copyOf(tom) } as const;
      await commands.handle(listCollection, main, close, contextOf(tom), () => undefined);
      if (end === 'leaves') await keepCopies(copying(commands), contextOf(tom), leaving);
      else await keepCopies(copying(commands), context, ending);
      expect(await namesOn(main)).toEqual(['Milk', 'Salt']);
    },
  );

  it('says of whom the lists had no room for a copy when the household ended', async () => {
    const { id, mia, tom, listId, context, ending } = await twoAtHome();
    const main = ownership.ofUser(tom).listId;
    for (let n = 1; n < groceryLimits.lists; n++) await openList(main, newId());
    const other = { name: 'Thing', amount: '', unit: '', order: 0, addedBy: tom, addedAt: '2026' };
    const items = Array.from({ length: groceryLimits.savedItems - 1 }, () => ({ ...other, id: newId() }));
    const fill = { type: 'MoveIn', items, from: newId(), beyondLimit: true } as const;
    await commands.handle(groceryList, main, fill, contextOf(tom), () => undefined);
    const warnings: object[] = [];
    const complete = await keepCopies(
      copying(commands, (details) => warnings.push(details)),
      context,
      ending,
    );
    expect(warnings).toEqual([]);
    await commands.handle(household, id, ending.command, context, () => undefined);
    await complete();
    expect(warnings).toEqual([{ uid: tom, listId, reason: 'LIST_FULL' }]);
    expect(await namesOn(await copyOf(mia))).toEqual(['Milk', 'Salt']);
  });

  it.each([4, 5, 6, 7])(
    'completes each copy when it is repeated, without what was removed since (command %i)',
    async (index) => {
      const { id, mia, tom, listId, context, ending } = await twoAtHome();
      const complete = await keepCopies(copying(failingAt(index)), context, ending);
      await add(listId, 'Wine');
      await commands.handle(household, id, ending.command, context, () => undefined);
      await expect(complete()).rejects.toThrow('The process fails here');
      const copy = await copyOf(mia);
      const [milk = ''] = await commands.read(groceryList, copy, ({ items }) => [...items.keys()]);
      await commands.handle(groceryList, copy, { type: 'RemoveItem', itemId: milk }, contextOf(mia), () => undefined);
      for (let n = 0; n < 2; n++) await (await keepCopies(copying(commands), context, ending))();
      expect(await namesOn(copy)).toEqual(['Salt', 'Wine']);
      expect(await namesOn(await copyOf(tom))).toEqual(['Milk', 'Salt', 'Wine']);
    },
  );
});

describe('a membership beyond the limit', () => {
  async function foundBeside(others: number) {
    const [id, actor] = [newId(), newId()];
    const context = contextOf(actor);
    const found = { type: 'FoundHousehold', name: 'Home', memberships: 9 } as const;
    await commands.handle(household, id, found, context, () => undefined);
    const awaited: bigint[] = [];
    const households = { ...unread, waitFor: async (position: bigint) => awaited.push(position) > 0 };
    const shown = { householdsOf: async () => Array.from({ length: others }, () => newId()) };
    const takeBack = { type: 'DissolveHousehold', actor } as const;
    const limited = assertWithinLimit({ commands, households, ownership: shown }, context, { id, takeBack });
    return { limited, awaited, status: () => commands.read(household, id, (state) => state.status) };
  }

  it('is not ended while the read model shows fewer than ten others', async () => {
    const { limited, status } = await foundBeside(9);
    await limited;
    expect(await status()).toBe('founded');
  });

  it('is ended if it shows ten others, and is not shown any more when the request is refused', async () => {
    const { limited, awaited, status } = await foundBeside(10);
    await expect(limited).rejects.toMatchObject({ code: 'TOO_MANY_HOUSEHOLDS' });
    expect([await status(), awaited]).toEqual(['dissolved', [await log.head()]]);
  });
});
