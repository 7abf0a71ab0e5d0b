/** Ending a household or a membership, when the process fails in between and the request is repeated. */
import { afterAll, describe, expect, it } from 'vitest';
import type { CommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import { groceryLimits } from '../../server/core/contracts/limits.ts';
import { groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import { household } from '../../server/core/domain/household/decider.ts';
import { listCollection } from '../../server/core/domain/list-collection/decider.ts';
import { keepCopies } from '../../server/http/features/households/keep-copies.ts';
import { assertWithinLimit } from '../../server/http/features/households/membership-limit.ts';
import { createOwnership } from '../../server/ownership/ownership.ts';
import { contextOf, openInterruptible, unread } from '../support/interrupted-requests.ts';

const { log, commands, close: closeLog, failingAt, add, openList, namesOn } = await openInterruptible();
afterAll(closeLog);

const ownership = createOwnership(unread, unread, { read: () => Promise.reject(new Error('The read model decides')) });

const copying = (handler: CommandHandler, warn = (_details: object): void => {}) => ({
  commands: handler,
  ownership,
  logger: { warn },
});

describe('copies of the lists of a household that ends', () => {
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
    const endMembership = { type: 'DissolveHousehold', actor } as const;
    const limited = assertWithinLimit({ commands, households, ownership: shown }, context, { id, endMembership });
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
