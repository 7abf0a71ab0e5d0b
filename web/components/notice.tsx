import { type Notice, notices } from '../lib/notices.ts';
import { Alert } from './alert.tsx';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './notice.module.css';
import { useCountdown } from './use-countdown.ts';

const visibleMs = 8_000;

/** Shows the notices. Rendered once, in the layout. */
export function Notices() {
  return notices.use().map((notice) => <TransientNotice key={notice.number} {...notice} />);
}

function TransientNotice({ kind, text, number }: Notice) {
  const close = () => notices.set(notices.get().filter((notice) => notice.number !== number));
  const countdown = useCountdown(visibleMs, close);
  return (
    <div className={styles.notice} {...countdown}>
      <Alert
        kind={kind}
        className={styles.alert}
        action={<IconButton label="Close" icon={<CloseIcon size={16} />} onClick={close} />}
      >
        {text}
      </Alert>
    </div>
  );
}
