import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDialog } from '../components/use-dialog.ts';
import { photosKeyOf } from '../lib/comment-draft.ts';
import { readDraft, writeDraft } from '../lib/drafts.ts';
import { CameraIcon } from './camera-icon.ts';
import type { Attached } from './photo-draft.ts';

const nothing: Attached = { photos: [], unsent: 0 };
const loadField = async () => (await import('./comment-photos.tsx')).CommentPhotos;

/** The photos of the reader's unsent comment. Their field is loaded when the reader asks for it. */
export function useAttachedPhotos(reader: string | null, documentId: string) {
  const key = photosKeyOf(reader, documentId);
  const [attached, setAttached] = useState(nothing);
  const [wasSentEarly, setWasSentEarly] = useState(false);
  const [isAskedFor, setIsAskedFor] = useState(false);
  const { Dialog: Field, open, close } = useDialog(loadField);
  const isOpening = useRef(false);
  // A reload or a refusal may have brought a draft back.
  useEffect(() => {
    if (Field || isOpening.current || readDraft(key) === null) return;
    isOpening.current = true;
    open();
  });
  const addButton = useRef<HTMLButtonElement>(null);
  const clear = () => {
    writeDraft(key, undefined);
    setAttached(nothing);
    setIsAskedFor(false);
    isOpening.current = false;
    close();
  };
  const cancel = () => {
    clear();
    // It takes the place of the field.
    requestAnimationFrame(() => addButton.current?.focus());
  };
  const field: ReactNode = Field && (
    <Field
      key={reader}
      reader={reader}
      documentId={documentId}
      wasSentEarly={wasSentEarly}
      hasFocus={isAskedFor}
      onCancel={cancel}
      onChange={setAttached}
    />
  );
  return {
    photos: attached.photos,
    field,
    /** Opens the field, while it is closed. @param mayOpen asks a visitor to log in */
    addButton: (className: string | undefined, mayOpen: () => boolean): ReactNode =>
      !Field && (
        <button
          ref={addButton}
          type="button"
          className={className}
          aria-label="Add photos"
          title="Add photos"
          onClick={() => {
            if (!mayOpen()) return;
            setIsAskedFor(true);
            open();
          }}
        >
          <CameraIcon size={20} />
        </button>
      ),
    /** Whether the comment can be sent. If not, the field says why. */
    areStored: (): boolean => {
      setWasSentEarly(attached.unsent > 0);
      return attached.unsent === 0;
    },
    clear,
  };
}

export type AttachedPhotos = ReturnType<typeof useAttachedPhotos>;
