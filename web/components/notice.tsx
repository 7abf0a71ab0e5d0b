import { createStore } from '../lib/store.ts';
import { Alert } from './alert.tsx';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './notice.module.css';
import { useCountdown } from './use-countdown.ts';

interface Notice {
  kind: 'error' | 'info';
  text: string;
  number: number;
}

const visibleMs = 8_000;
/** More would cover the page. */
const maxNotices = 3;
const notices = createStore<readonly Notice[]>([]);
let lastNumber = 0;

/** A notice with the same text replaces the earlier one. */
const notifierOf = (kind: Notice['kind']) => (text: string) => {
  const others = notices.get().filter((notice) => notice.text !== text);
  notices.set([...others.slice(1 - maxNotices), { kind, text, number: ++lastNumber }]);
};

const notify = { error: notifierOf('error'), info: notifierOf('info') };

/** Transient messages over the page, for events with no place of their own on the screen, such as a rolled-back change. */
export const useNotice = () => notify;

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
