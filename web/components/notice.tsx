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

const shownFor = 8_000;
/** More at a time would hide the page. */
const most = 3;
const notices = createStore<readonly Notice[]>([]);
let count = 0;

/** The same words again take the place of the ones before. */
const notifyOf = (kind: Notice['kind']) => (text: string) => {
  const others = notices.get().filter((notice) => notice.text !== text);
  notices.set([...others.slice(1 - most), { kind, text, number: ++count }]);
};

const notify = { error: notifyOf('error'), info: notifyOf('info') };

/** Words that pass, over the page: for what happened after its own place has gone, as when a change is taken back. */
export const useNotice = () => notify;

/** Where notices are shown; once, in the layout. */
export function Notices() {
  return notices.use().map((notice) => <PassingNotice key={notice.number} {...notice} />);
}

function PassingNotice({ kind, text, number }: Notice) {
  const close = () => notices.set(notices.get().filter((notice) => notice.number !== number));
  const countdown = useCountdown(shownFor, close);
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
