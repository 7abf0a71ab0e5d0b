import type { ReactNode } from 'react';
import { onUserLeft } from './identity/session.ts';
import { createStore } from './store.ts';

export interface UndoOffer {
  /** What it takes back: the key of that change. */
  of: string;
  /** What was done, e.g. <>Removed <b>Olives</b></>. */
  message: ReactNode;
  onUndo: () => void;
}

/** The offer that stands, if any. */
export const offered = createStore<UndoOffer | undefined>(undefined);

export const undoOffers = {
  /** Offers to take something back for 8 s. A new offer ends the one before. */
  show: (offer: UndoOffer) => offered.set(offer),
  /** Ends the offer of this change; one of another change stays. */
  hide: (of: string) => {
    if (offered.get()?.of === of) offered.set(undefined);
  },
};

// What one person did is not for the next to read, nor to take back.
onUserLeft(() => offered.set(undefined));
