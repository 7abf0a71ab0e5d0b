import { useLayoutEffect, useRef, useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import type { Row } from '../../lib/grocery-rows.ts';

/** What the user does with rows. */
export interface RowActions {
  check: (row: Row<GroceryItem>, checked: boolean) => void;
  edit: (item: GroceryItem) => void;
  remove: (item: GroceryItem) => void;
}

/** The same functions in each render, which call the newest ones: other functions would render all rows again. */
export function useRowActions(newest: RowActions): RowActions {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const [same] = useState<RowActions>(() => ({
    check: (...change) => latest.current.check(...change),
    edit: (item) => latest.current.edit(item),
    remove: (item) => latest.current.remove(item),
  }));
  return same;
}
