import { Avatar } from '../../components/avatar.tsx';
import { PlaylistIcon } from '../../components/icons.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import type { Note } from '../../lib/grocery-notes.ts';
import styles from './item-note.module.css';
import type { People } from './people.ts';

export interface ItemNoteProps {
  note: Note | undefined;
  people: People;
  isWaiting?: boolean;
}

/** The second line of a row. */
export function ItemNote({ note, people, isWaiting = false }: ItemNoteProps) {
  if (!note && !isWaiting) return null;
  const bringer = note?.bringer && people.faceOf(note.bringer);
  return (
    <span className={styles.note}>
      {note?.isRecipe && <PlaylistIcon size={13} className={styles.icon} />}
      {bringer && <Avatar uid={bringer.uid} name={bringer.name} photoURL={bringer.avatar} size={18} />}
      {note && (
        <span className={styles.text} dir="auto">
          {note.text}
        </span>
      )}
      {isWaiting && (
        <span className={styles.waiting}>
          <span className={styles.mark} aria-hidden="true" />
          <ScreenReaderText>, </ScreenReaderText>Waiting
        </span>
      )}
    </span>
  );
}
