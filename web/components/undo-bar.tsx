import { currentOffer, type UndoOffer, undoOffers } from '../lib/undo-offers.ts';
import styles from './undo-bar.module.css';
import { useCountdown } from './use-countdown.ts';

const visibleMs = 8_000;

/** Shows the current offer. Rendered once, in the layout. */
export function UndoBar() {
  const offer = currentOffer.use();
  return <div role="status">{offer && <Offer key={offer.changeKey} {...offer} />}</div>;
}

function Offer({ changeKey, message, onUndo }: UndoOffer) {
  const hide = () => undoOffers.hide(changeKey);
  const countdown = useCountdown(visibleMs, hide);
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
