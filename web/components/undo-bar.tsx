import type { ReactNode } from 'react';
import { createStore } from '../lib/store.ts';
import styles from './undo-bar.module.css';
import { useCountdown } from './use-countdown.ts';

export interface UndoOffer {
  /** What was done, e.g. <>Removed <b>Olives</b></>. */
  message: ReactNode;
  onUndo: () => void;
}

const shownFor = 8_000;
const offered = createStore<{ offer: UndoOffer; number: number } | undefined>(undefined);
let count = 0;

const bar = {
  /** Offers to take something back for 8 s. A new offer ends the one before. */
  show: (offer: UndoOffer) => offered.set({ offer, number: ++count }),
  hide: () => offered.set(undefined),
};

export const useUndo = () => bar;

/** Where the offer is shown; once, in the layout. */
export function UndoBar() {
  const shown = offered.use();
  return <div role="status">{shown && <Offer key={shown.number} {...shown.offer} />}</div>;
}

function Offer({ message, onUndo }: UndoOffer) {
  const countdown = useCountdown(shownFor, bar.hide);
  const undo = () => {
    bar.hide();
    onUndo();
  };
  return (
    <div className={styles.bar} {...countdown}>
      <span className={styles.message}>{message}</span>
      <button type="button" className={styles.undo} onClick={undo}>
        Undo
      </button>
    </div>
  );
}
