import { type ChangeEvent, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FieldError } from '../../components/field-error.tsx';
import { faceOf } from './face-of.ts';
import styles from './photo-buttons.module.css';

export interface PhotoButtonsProps {
  /** Whether there is one that can be taken away. */
  hasPhoto: boolean;
  /** A data URL, or null for none. */
  onChange: (photo: string | null) => void;
}

export function PhotoButtons({ hasPhoto, onChange }: PhotoButtonsProps) {
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const error = useId();

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file again is another choice.
    target.value = '';
    if (!file) return;
    setBusy(true);
    try {
      onChange(await faceOf(file));
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
    choose.current?.focus();
  };

  return (
    <div className={styles.photo}>
      <div className={styles.buttons}>
        <Button
          ref={choose}
          size="small"
          busy={busy}
          aria-describedby={failed ? error : undefined}
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
      <input ref={input} type="file" accept="image/*" aria-label="Photo" hidden onChange={take} />
      {failed && <FieldError id={error}>This picture cannot be read. Choose a JPEG, PNG or WebP.</FieldError>}
    </div>
  );
}
