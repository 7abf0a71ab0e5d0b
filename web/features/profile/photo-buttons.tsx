import { type ChangeEvent, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FieldError } from '../../components/field-error.tsx';
import { cropAvatar } from './crop-avatar.ts';
import styles from './photo-buttons.module.css';

export interface PhotoButtonsProps {
  /** Whether there is a photo to remove. */
  hasPhoto: boolean;
  /** A data URL, or null for none. */
  onChange: (photo: string | null) => void;
}

export function PhotoButtons({ hasPhoto, onChange }: PhotoButtonsProps) {
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const errorId = useId();

  const readPhoto = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Otherwise the browser fires no event when the user chooses the same file again.
    target.value = '';
    if (!file) return;
    setBusy(true);
    try {
      onChange(await cropAvatar(file));
      setFailed(false);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  const remove = () => {
    setFailed(false);
    onChange(null);
    chooseButton.current?.focus();
  };

  return (
    <div className={styles.photo}>
      <div className={styles.buttons}>
        <Button
          ref={chooseButton}
          size="small"
          busy={busy}
          aria-describedby={failed ? errorId : undefined}
          onClick={() => input.current?.click()}
        >
          {hasPhoto ? 'Change Photo' : 'Add Photo'}
        </Button>
        {hasPhoto && (
          <Button size="small" variant="quiet" onClick={remove}>
            Remove Photo
          </Button>
        )}
      </div>
      <input ref={input} type="file" accept="image/*" aria-label="Photo" hidden onChange={readPhoto} />
      {failed && <FieldError id={errorId}>This picture cannot be read. Choose a JPEG, PNG or WebP.</FieldError>}
    </div>
  );
}
