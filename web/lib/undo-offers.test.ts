import { expect, test } from 'vitest';
import { savedSession } from './identity/saved-session.ts';
import { currentOffer, undoOffers } from './undo-offers.ts';

const offer = (changeKey: string) => ({ changeKey, message: `Removed ${changeKey}`, onUndo: () => {} });

test('hiding an offer does not hide the offer of a later change', () => {
  undoOffers.show(offer('olives'));
  undoOffers.show(offer('feta'));
  undoOffers.hide('olives');
  expect(currentOffer.get()?.message).toBe('Removed feta');
  undoOffers.hide('feta');
  expect(currentOffer.get()).toBeUndefined();
});

test('an offer for a change of another user waits for the end of the current one', () => {
  undoOffers.showAfterCurrent(offer('olives'));
  expect(currentOffer.get()?.changeKey).toBe('olives');
  undoOffers.showAfterCurrent(offer('feta'));
  expect(currentOffer.get()?.changeKey).toBe('olives');
  undoOffers.hide('olives');
  expect(currentOffer.get()?.changeKey).toBe('feta');
  undoOffers.hide('feta');
  expect(currentOffer.get()).toBeUndefined();
});

test('an offer ends when its user signs out or another user replaces them', () => {
  const session = (uid: string) => ({ user: { uid, name: uid, email: null, photoURL: null }, token: 'token' });
  for (const next of [null, session('tom')]) {
    savedSession.set(session('mia'));
    undoOffers.show(offer('olives'));
    undoOffers.showAfterCurrent(offer('feta'));
    savedSession.set({ ...session('mia'), token: 'renewed' });
    expect(currentOffer.get()?.changeKey).toBe('olives');
    savedSession.set(next);
    expect(currentOffer.get()).toBeUndefined();
  }
});
