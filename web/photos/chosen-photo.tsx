import { pictureLimits } from '../../server/core/contracts/limits.ts';
import { IconButton } from '../components/button.tsx';
import { DeleteIcon } from '../components/form-icons.tsx';
import { DownIcon, UpIcon } from '../components/icons.tsx';
import { TextField } from '../components/text-field.tsx';
import type { PhotoDraft } from './photo-draft.ts';
import styles from './photo-row.module.css';

export interface ChosenPhotoProps {
  photo: PhotoDraft;
  /** Undefined for the only one. */
  position: { readonly at: number; readonly count: number } | undefined;
  onMove: (by: -1 | 1) => void;
  onDescribe: (alt: string) => void;
  onRemove: () => void;
}

/** A stored photo: what it shows, its place among the others, and a button that removes it. */
export function ChosenPhoto({ photo, position, onMove, onDescribe, onRemove }: ChosenPhotoProps) {
  const { alt, placeholder, pictures } = photo;
  const name = position ? `photo ${position.at + 1}` : 'photo';
  return (
    <li className={styles.row} aria-label={position && `Photo ${position.at + 1}`}>
      <img
        className={styles.thumbnail}
        style={{ backgroundImage: `url("${placeholder}")` }}
        src={pictures[0]?.url}
        alt={alt}
      />
      <div className={styles.words}>
        <TextField
          label="What does it show?"
          value={alt}
          onChange={onDescribe}
          hint={position && position.at > 0 ? undefined : 'For those who cannot see it.'}
          maxLength={pictureLimits.alt}
        />
      </div>
      <div className={styles.actions}>
        {position && (
          <>
            <IconButton
              label={`Move ${name} up`}
              icon={<UpIcon size={18} />}
              unavailable={position.at === 0}
              onClick={() => onMove(-1)}
            />
            <IconButton
              label={`Move ${name} down`}
              icon={<DownIcon size={16} />}
              unavailable={position.at === position.count - 1}
              onClick={() => onMove(1)}
            />
          </>
        )}
        <IconButton label={`Remove ${name}`} icon={<DeleteIcon size={18} />} onClick={onRemove} />
      </div>
    </li>
  );
}
