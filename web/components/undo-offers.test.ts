import { expect, test } from 'vitest';
import { offered, undoOffers } from './undo-offers.ts';

const offer = (of: string) => ({ of, message: `Removed ${of}`, onUndo: () => {} });

test('a removal that failed ends its own offer, and not that of a later one', () => {
  undoOffers.show(offer('olives'));
  undoOffers.show(offer('feta'));
  undoOffers.hide('olives');
  expect(offered.get()?.message).toBe('Removed feta');
  undoOffers.hide('feta');
  expect(offered.get()).toBeUndefined();
});
