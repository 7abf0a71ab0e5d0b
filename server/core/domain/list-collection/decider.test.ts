import { describe, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { groceryLimits } from '../../contracts/limits.ts';
import { listCollection } from './decider.ts';
import type { ListCollectionEvent } from './events.ts';

const opened = (listId: string, name: string): ListCollectionEvent => ({
  type: 'GroceryListOpened',
  data: { listId, name },
});
const closed = (listId: string): ListCollectionEvent => ({ type: 'GroceryListClosed', data: { listId } });
const ordered = (listId: string, ...categories: string[]): ListCollectionEvent => ({
  type: 'GroceryCategoriesOrdered',
  data: { listId, categories },
});
const listAfter = (...events: ListCollectionEvent[]) => given(listCollection, by('mia', ...events));

describe('the lists of an owner', () => {
  it('are opened, renamed and closed', () => {
    listAfter().when({ type: 'OpenList', listId: 'party', name: ' Party\n' }).decides(opened('party', 'Party'));
    const list = listAfter(opened('party', 'Party'));
    list
      .when({ type: 'RenameList', listId: 'party', name: 'Birthday' })
      .decides({ type: 'GroceryListRenamed', data: { listId: 'party', name: 'Birthday' } });
    list.when({ type: 'RenameList', listId: 'party', name: 'Party ' }).decides();
    list.when({ type: 'CloseList', listId: 'party' }).decides(closed('party'));
  });

  it('need a name', () => {
    listAfter().when({ type: 'OpenList', listId: 'party', name: ' ' }).refused('NAME_REQUIRED');
    listAfter(opened('party', 'Party'))
      .when({ type: 'RenameList', listId: 'party', name: '' })
      .refused('NAME_REQUIRED');
  });

  it('cannot be changed after they were closed, and are not opened again', () => {
    const list = listAfter(opened('party', 'Party'), closed('party'));
    list.when({ type: 'RenameList', listId: 'party', name: 'Birthday' }).refused('LIST_NOT_FOUND');
    list.when({ type: 'CloseList', listId: 'party' }).refused('LIST_NOT_FOUND');
    list.when({ type: 'OrderCategories', listId: 'party', isMain: false, categories: [] }).refused('LIST_NOT_FOUND');
    list.when({ type: 'OpenList', listId: 'party', name: 'Party' }).refused('ID_IN_USE');
  });

  it('are limited, including the main list', () => {
    const lists = Array.from({ length: groceryLimits.lists - 2 }, (_, n) => opened(`list-${n}`, `List ${n}`));
    listAfter(...lists)
      .when({ type: 'OpenList', listId: 'last', name: 'Last' })
      .decides(opened('last', 'Last'));
    const full = [...lists, opened('last', 'Last')];
    listAfter(...full)
      .when({ type: 'OpenList', listId: 'more', name: 'More' })
      .refused('TOO_MANY_LISTS');
    listAfter(...full, closed('list-0'))
      .when({ type: 'OpenList', listId: 'more', name: 'More' })
      .decides(opened('more', 'More'));
  });

  it('each have an order of categories, without repetitions and empty ones', () => {
    const categories = [' Bakery', 'Dairy', '', 'Bakery'];
    listAfter()
      .when({ type: 'OrderCategories', listId: 'main', isMain: true, categories })
      .decides(ordered('main', 'Bakery', 'Dairy'));
    const list = listAfter(opened('party', 'Party'), ordered('main', 'Bakery', 'Dairy'));
    list.when({ type: 'OrderCategories', listId: 'main', isMain: true, categories: ['Bakery', 'Dairy'] }).decides();
    list
      .when({ type: 'OrderCategories', listId: 'main', isMain: true, categories: ['Dairy', 'Bakery'] })
      .decides(ordered('main', 'Dairy', 'Bakery'));
    list
      .when({ type: 'OrderCategories', listId: 'main', isMain: true, categories: ['Bakery'] })
      .decides(ordered('main', 'Bakery'));
    list
      .when({ type: 'OrderCategories', listId: 'party', isMain: false, categories: ['Bakery'] })
      .decides(ordered('party', 'Bakery'));
  });
});
