import { describe, expect, test } from 'vitest';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { householdsProjection } from '../../projections/definitions/households.ts';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { foldedModel } from '../../tests/support/folded-model.ts';
import { MemoryCommandLog } from '../../tests/support/memory-command-log.ts';
import { createCommandHandler } from '../commands/handle-command.ts';
import { newId } from '../commands/ids.ts';
import { household } from '../core/domain/household/decider.ts';
import { listCollection } from '../core/domain/list-collection/decider.ts';
import { createOwnership, ownedByHousehold, ownedByUser } from './ownership.ts';

test('finds the lists and plans that earlier releases recorded, under the same ids', () => {
  expect(ownedByUser('mia')).toEqual({
    listId: 'de93e33e-50c2-8906-a449-c56f2c7df58b',
    planId: '8f7a34d7-2987-885c-8268-a999c10fa259',
  });
  expect(ownedByHousehold('0192f0c4-5b7e-7a10-8c1d-3f2a9b6e4d21')).toEqual({
    listId: '7d8973f3-1f66-88dc-9ad4-ce659ab3a5be',
    planId: '08d28d3a-3a13-80cd-95dd-8c4ae4c3707d',
  });
});

describe('what the read models do not show yet', () => {
  const main = ownedByHousehold('home').listId;
  const founded: GivenEvent = ['household-home', 'HouseholdFounded', { name: 'Home' }];

  /** Mia has founded a household, and opened a list of it. @param shown what the read model of households shows of that */
  async function openOwnership(...shown: GivenEvent[]) {
    const commands = createCommandHandler(new MemoryCommandLog());
    const context = () => ({ actor: 'mia', commandId: newId(), correlationId: 'test' });
    const found = { type: 'FoundHousehold', name: 'Home', memberships: 0 } as const;
    await commands.handle(household, 'home', found, context(), () => undefined);
    const open = { type: 'OpenList', listId: 'party', name: 'Party' } as const;
    await commands.handle(listCollection, main, open, context(), () => undefined);
    const households = foldedModel(householdsProjection, shown);
    return createOwnership(households, foldedModel(groceryListsProjection, []), commands);
  }

  test('of a household is open to its members only', async () => {
    const ownership = await openOwnership();
    expect(await ownership.find('mia', 'home')).toMatchObject({ householdId: 'home', members: ['mia'] });
    expect(await ownership.find('eve', 'home')).toBeUndefined();
    const list = { listId: main, mainListId: main, householdId: 'home', members: ['mia'] };
    expect(await ownership.findList('mia', 'home')).toEqual(list);
    expect(await ownership.findList('eve', 'home')).toBeUndefined();
  });

  test('of a list that was just opened is open to the members of its household only', async () => {
    const ownership = await openOwnership(founded);
    const list = { listId: 'party', mainListId: main, householdId: 'home', members: ['mia'] };
    expect(await ownership.findList('mia', 'party')).toEqual(list);
    expect(await ownership.findList('eve', 'party')).toBeUndefined();
  });
});
