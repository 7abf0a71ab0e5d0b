import { Link } from 'react-router-dom';
import { addressOf, kindOf, wordsOf } from '../../../server/core/contracts/notification-kinds.ts';
import type { Notification } from '../../../server/core/contracts/notifications.ts';
import { Avatar } from '../../components/avatar.tsx';
import { classNames } from '../../components/class-names.ts';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { groupIcons } from './icons.ts';
import styles from './notification-row.module.css';

export interface NotificationRowProps {
  notification: Notification;
  reader: string;
  onOpen: () => void;
}

/** The whole row leads to what it is about. */
export function NotificationRow({ notification, reader, onOpen }: NotificationRowProps) {
  const { kind, people, excerpt, at, unread } = notification;
  const { who, did, title } = wordsOf(notification);
  const { group } = kindOf(kind);
  const Icon = groupIcons[group];
  const [first, second] = people;
  return (
    <li>
      <Link
        to={addressOf(notification, reader)}
        className={classNames(styles.row, unread && styles.unread)}
        onClick={onOpen}
      >
        <span className={styles.faces}>
          {second && <Avatar {...faceOf(second)} size={28} className={styles.behind} />}
          {first && (
            <Avatar {...faceOf(first)} size={second ? 28 : 44} className={classNames(second && styles.front)} />
          )}
          {first ? (
            <span className={classNames(styles.kind, styles[group])}>
              <Icon size={11} />
            </span>
          ) : (
            <span className={styles.nobody}>
              <Icon size={22} />
            </span>
          )}
        </span>
        <span className={styles.words}>
          <span className={styles.sentence}>
            <b dir="auto">{who}</b> {did} <b dir="auto">{title}</b>
          </span>
          {excerpt && (
            <span className={styles.excerpt} dir="auto">
              {excerpt}
            </span>
          )}
          <TimeAgo at={at} className={styles.when} />
        </span>
        {unread && (
          <span className={styles.dot}>
            <ScreenReaderText>Unread</ScreenReaderText>
          </span>
        )}
      </Link>
    </li>
  );
}

const faceOf = ({ uid, name, avatar }: Notification['people'][number]) => ({ uid, name, photoURL: avatar });
