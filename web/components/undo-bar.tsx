import { offered, type UndoOffer, undoOffers } from '../lib/undo-offers.ts';
import styles from './undo-bar.module.css';
import { useCountdown } from './use-countdown.ts';

const shownFor = 8_000;

export const useUndo = () => undoOffers;

/** Where the offer is shown; once, in the layout. */
export function UndoBar() {
  const shown = offered.use();
  return <div role="status">{shown && <Offer key={shown.of} {...shown} />}</div>;
}

function Offer({ of, message, onUndo }: UndoOffer) {
  const hide = () => undoOffers.hide(of);
  const countdown = useCountdown(shownFor, hide);
  const undo = () => {
    hide();
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
