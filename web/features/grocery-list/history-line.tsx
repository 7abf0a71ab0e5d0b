import { Avatar } from '../../components/avatar.tsx';
import type { Face } from '../../components/faces.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import type { SessionUser } from '../../lib/identity/session.ts';
import styles from './history-line.module.css';
import { type HistoryLine, nameFor, type Phrase, sentenceOf, timeOf } from './history-lines.ts';
import type { ListChange } from './list-changes.ts';

export interface ChangeLineProps {
  line: HistoryLine;
  user: SessionUser;
  /** The members of the household, with their pictures. */
  people: readonly Face[];
  /** The name of another list of the owner; undefined if it was closed. */
  listName: (listId: string) => string | undefined;
  /** Whether the user has undone it, and the server does not have that yet. */
  isUndoing: boolean;
  onUndo: (change: ListChange) => void;
}

/** "Sam checked Lemons", when, and who undid it or a button to undo it. */
export function ChangeLine({ line, user, people, listName, isUndoing, onUndo }: ChangeLineProps) {
  const { by, at, undoneBy, canUndo, changeId, did, items } = line;
  const member = people.find(({ uid }) => uid === by.uid);
  const photoURL = by.uid === user.uid ? user.photoURL : member?.avatar;
  const sentence = sentenceOf(line, listName);
  const undone = isUndoing ? 'undone by you' : undoneBy && `undone by ${nameFor(user.uid, undoneBy)}`;
  const undo = () => {
    const ids = items.map(({ id }) => id);
    const isAdded = did === 'added' || did === 'restored';
    onUndo({ kind: 'undo', changeId, removes: isAdded ? ids : [], unchecks: did === 'checked' ? ids : [] });
  };
  return (
    <li className={styles.line}>
      <Avatar uid={by.uid} name={by.name} photoURL={photoURL} size={34} className={styles.face} />
      <p className={styles.words}>
        <span className={styles.sentence}>
          {nameFor(user.uid, by)} <Sentence phrases={sentence} />
        </span>
        <span className={styles.when}>
          <time dateTime={at}>{timeOf(at)}</time>
          {undone && `, ${undone.replace(/You$/, 'you')}`}
        </span>
      </p>
      {canUndo && !isUndoing && (
        <button type="button" className={styles.undo} onClick={undo}>
          Undo<ScreenReaderText>: {sentence.map(({ text }) => text).join('')}</ScreenReaderText>
        </button>
      )}
    </li>
  );
}

const Sentence = ({ phrases }: { phrases: readonly Phrase[] }) =>
  phrases.map(({ text, isStrong }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the phrases of a sentence keep their order, and have no state that a wrong key could mix up
    return isStrong ? <b key={index}>{text}</b> : <span key={index}>{text}</span>;
  });
