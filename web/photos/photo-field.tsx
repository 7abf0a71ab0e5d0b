import { type ChangeEvent, type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { FieldError } from '../components/field-error.tsx';
import { PictureIcon } from '../components/form-icons.tsx';
import { CameraIcon } from './camera-icon.ts';
import { ChosenPhoto } from './chosen-photo.tsx';
import type { PhotoDraft } from './photo-draft.ts';
import styles from './photo-field.module.css';
import { UploadRow } from './upload-row.tsx';
import type { ChangePhotos, Uploads } from './use-uploads.ts';

/** Safari converts its own format to the first of these that it can. */
const accept = 'image/jpeg,image/png,image/webp,image/avif,image/*';

export interface PhotoFieldProps {
  label: string;
  photos: readonly PhotoDraft[];
  onChange: ChangePhotos;
  uploads: Uploads;
  max: number;
  error?: string | undefined;
  /** Whether the user has just asked for it. */
  hasFocus?: boolean;
  /** Offered while it is empty: closing loses no photo. */
  onCancel?: (() => void) | undefined;
}

/** Takes photos: chosen, taken, dropped, or pasted anywhere on the page. They are uploaded at once. */
export function PhotoField(props: PhotoFieldProps) {
  const { label, photos, onChange, max, error, hasFocus = false, onCancel } = props;
  const { uploads, add, remove, retry } = props.uploads;
  const [isOver, setIsOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const left = max - photos.length - uploads.length;
  const [leftOut, setLeftOut] = useState('');

  const addFiles = (files: Iterable<File>) => {
    const chosen = [...files];
    const pictures = chosen.filter(({ type }) => type.startsWith('image/'));
    const added = pictures.slice(0, Math.max(0, left));
    setLeftOut(leftOutText(chosen.length - pictures.length, pictures.length - added.length, max));
    if (added.length > 0) add(added);
  };
  const field = useRef<HTMLFieldSetElement>(null);
  usePastedFiles(field, addFiles);
  useEffect(() => {
    if (hasFocus) chooseButton.current?.focus();
  }, [hasFocus]);
  const readInput = ({ target }: ChangeEvent<HTMLInputElement>) => {
    addFiles(target.files ?? []);
    // Otherwise the browser fires no event when the user chooses the same file again.
    target.value = '';
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    addFiles(event.dataTransfer.files);
  };
  const move = (from: number, by: number) =>
    onChange((all) => {
      const moved = all[from];
      return moved === undefined ? all : all.toSpliced(from, 1).toSpliced(from + by, 0, moved);
    });

  return (
    <fieldset
      ref={field}
      className={classNames(styles.field, isOver && styles.over)}
      aria-describedby={error ? `${id}-error` : undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        // Otherwise the browser would open the file in place of the page.
        event.preventDefault();
        setIsOver(left > 0);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <legend className={styles.legend}>{label}</legend>
      {(photos.length > 0 || uploads.length > 0) && (
        <ul className={styles.rows}>
          {photos.map((photo, at) => (
            <ChosenPhoto
              key={photo.id}
              photo={photo}
              position={photos.length > 1 ? { at, count: photos.length } : undefined}
              onMove={(by) => move(at, by)}
              onDescribe={(alt) => onChange((all) => all.map((one) => (one.id === photo.id ? { ...one, alt } : one)))}
              onRemove={() => {
                onChange((all) => all.filter((one) => one.id !== photo.id));
                requestAnimationFrame(() => chooseButton.current?.focus());
              }}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              errorId={error ? `${id}-error` : undefined}
              onRetry={() => retry(upload.key)}
              onRemove={() => {
                remove(upload.key);
                requestAnimationFrame(() => chooseButton.current?.focus());
              }}
            />
          ))}
        </ul>
      )}
      {left > 0 && (
        <div className={styles.place}>
          <Button
            ref={chooseButton}
            size="small"
            icon={<PictureIcon size={18} />}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : `${id}-hint`}
            onClick={() => chooser.current?.click()}
          >
            {photos.length + uploads.length > 0 ? 'Add more' : max > 1 ? 'Choose photos' : 'Choose a photo'}
          </Button>
          <Button
            className={styles.camera}
            size="small"
            icon={<CameraIcon size={18} />}
            onClick={() => camera.current?.click()}
          >
            Take a photo
          </Button>
          {onCancel && photos.length + uploads.length === 0 && (
            <Button variant="quiet" size="small" aria-label="Cancel photos" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <p id={`${id}-hint`} className={styles.hint}>
            {max > 1 && `Up to ${max}. `}
            <span className={styles.desktop}>Or drop {max > 1 ? 'them' : 'one'} here, or paste.</span>
          </p>
        </div>
      )}
      <input
        ref={chooser}
        type="file"
        accept={accept}
        multiple={max > 1}
        aria-label={label}
        hidden
        onChange={readInput}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Take a photo"
        hidden
        onChange={readInput}
      />
      <p className={styles.hint} role="status">
        {leftOut}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Why files that the user gave are not in the field; empty if all are. @param max photos that the field takes */
function leftOutText(others: number, tooMany: number, max: number): string {
  const reasons = [
    ...(others > 0
      ? [`${others === 1 ? '1 file was' : `${others} files were`} left out: only pictures can be added.`]
      : []),
    ...(tooMany > 0
      ? [`${tooMany === 1 ? '1 photo was' : `${tooMany} photos were`} left out: there is room for ${max}.`]
      : []),
  ];
  return reasons.join(' ');
}

/**
 * Calls `add` with the files of each paste, except into another form. A paste of text stays one: office programs copy a
 * picture of the text along with it.
 */
function usePastedFiles(field: RefObject<HTMLFieldSetElement | null>, add: (files: Iterable<File>) => void): void {
  const current = useRef(add);
  useEffect(() => {
    current.current = add;
  });
  useEffect(() => {
    const paste = ({ clipboardData, defaultPrevented, target }: ClipboardEvent) => {
      if (!clipboardData || defaultPrevented || clipboardData.types.includes('text/plain')) return;
      const form = target instanceof Element ? target.closest('form') : null;
      if (form && form !== field.current?.form) return;
      if (clipboardData.files.length > 0) current.current(clipboardData.files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [field]);
}
