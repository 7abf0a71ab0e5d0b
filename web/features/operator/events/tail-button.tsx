import { classNames } from '../../../components/class-names.ts';
import { PlayIcon } from '../../../components/icons.tsx';
import { PauseIcon } from '../icons.tsx';
import type { Tail } from './use-tail.ts';

/** Starts the live tail, pauses it, and says how many events have come meanwhile. */
export function TailButton({ tail }: { tail: Tail }) {
  const { isOn, isPaused, status, waiting } = tail;
  const press = () => {
    if (!isOn || status === 'ended') tail.turn(true);
    else tail.pause(!isPaused);
  };
  const isFlowing = isOn && !isPaused && status === 'live';
  return (
    <button
      type="button"
      className={classNames('op-toggle op-tail', isFlowing && 'op-toggle-on')}
      aria-pressed={isFlowing}
      onClick={press}
    >
      <span className={classNames('op-dot', !isFlowing && 'op-dot-off')} aria-hidden="true" />
      {/* No role: the name of the button is this text. */}
      <span aria-live="polite">{labelOf(tail, waiting)}</span>
      {isFlowing ? <PauseIcon size={16} /> : <PlayIcon size={16} />}
    </button>
  );
}

function labelOf({ isOn, isPaused, status }: Tail, waiting: number): string {
  if (!isOn) return 'Live tail';
  if (status === 'ended') return 'Tail ended';
  if (isPaused) return waiting === 0 ? 'Paused' : `${waiting} new`;
  return status === 'live' ? 'Live tail' : 'Connecting';
}
