import type { ReactNode } from 'react';
import { currentOffer, undoOffers } from '../undo-offers.ts';

/** How to send each held change, by its key. */
const held = new Map<string, () => void>();

export interface HeldChange {
  readonly key: string;
  /** What was done, e.g. <>Deleted <b>Olives</b></>. */
  readonly message: ReactNode;
  readonly send: () => void;
  /** Takes it back, as if it had not been made. */
  readonly undo: () => void;
}

/**
 * Offers to undo a change that cannot be undone once the server has it. It is sent when the offer ends: after its time, for
 * a later offer, or because the page is left.
 */
export function offerBeforeSending({ key, message, send, undo }: HeldChange): void {
  held.set(key, send);
  const onUndo = () => {
    if (held.delete(key)) undo();
  };
  undoOffers.show({ changeKey: key, message, onUndo });
}

/** Sends the held changes now. */
export function sendHeld(): void {
  for (const key of [...held.keys()]) {
    undoOffers.hide(key);
    release(key);
  }
}

function release(key: string): void {
  const send = held.get(key);
  held.delete(key);
  send?.();
}

currentOffer.subscribe(() =>
  // The button hides its offer before it undoes.
  queueMicrotask(() => {
    const offered = currentOffer.get()?.changeKey;
    for (const key of [...held.keys()]) if (key !== offered) release(key);
  }),
);

// The browser may discard a hidden page.
globalThis.addEventListener?.('pagehide', sendHeld);
globalThis.document?.addEventListener?.('visibilitychange', () => {
  if (document.hidden) sendHeld();
});
