import type { ReactNode } from 'react';
import { onUserLeft } from './identity/session.ts';
import { createStore } from './store.ts';

export interface UndoOffer {
  /** The key of the change to undo. */
  changeKey: string;
  /** What was done, e.g. <>Removed <b>Olives</b></>. */
  message: ReactNode;
  onUndo: () => void;
}

/** The current offer, if any. */
export const currentOffer = createStore<UndoOffer | undefined>(undefined);

/** Shown when the current offer ends. */
let nextOffer: UndoOffer | undefined;

export const undoOffers = {
  /** Offers to undo a change for 8 s. A new offer replaces the current one. */
  show: (offer: UndoOffer) => currentOffer.set(offer),
  /**
   * Offers to undo a change that the user did not make here: after the current offer, so that its button does not become
   * another one just before it is pressed.
   */
  showAfterCurrent: (offer: UndoOffer) => {
    if (currentOffer.get()) nextOffer = offer;
    else currentOffer.set(offer);
  },
  /** Ends the offer for this change. An offer for another change stays. */
  hide: (changeKey: string) => {
    if (currentOffer.get()?.changeKey !== changeKey) return;
    currentOffer.set(nextOffer);
    nextOffer = undefined;
  },
  /** Ends all offers, for example because the user undoes changes elsewhere. */
  end: () => {
    nextOffer = undefined;
    currentOffer.set(undefined);
  },
};

// The next user must neither see nor undo a change of the previous one.
onUserLeft(undoOffers.end);
