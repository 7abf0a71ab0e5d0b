import { currentOffer, type UndoOffer, undoOffers } from '../lib/undo-offers.ts';
import { ActionBar } from './action-bar.tsx';
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
  return <ActionBar message={message} action="Undo" onAction={undo} {...countdown} />;
}
