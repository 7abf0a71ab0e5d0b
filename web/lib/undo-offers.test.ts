import { expect, test } from 'vitest';
import { savedSession } from './identity/saved-session.ts';
import { offered, undoOffers } from './undo-offers.ts';

const offer = (of: string) => ({ of, message: `Removed ${of}`, onUndo: () => {} });

test('hiding an offer does not hide the offer of a later change', () => {
  undoOffers.show(offer('olives'));
  undoOffers.show(offer('feta'));
  undoOffers.hide('olives');
  expect(offered.get()?.message).toBe('Removed feta');
  undoOffers.hide('feta');
  expect(offered.get()).toBeUndefined();
});

test('an offer ends when its user signs out or another user replaces them', () => {
  const session = (uid: string) => ({ user: { uid, name: uid, email: null, photoURL: null }, token: 'token' });
  for (const next of [null, session('tom')]) {
    savedSession.set(session('mia'));
    undoOffers.show(offer('olives'));
    savedSession.set({ ...session('mia'), token: 'renewed' });
    expect(offered.get()?.of).toBe('olives');
    savedSession.set(next);
    expect(offered.get()).toBeUndefined();
  }
});
