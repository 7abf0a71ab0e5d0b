import { useEffect, useState } from 'react';
import { pictureLimits } from '../../server/core/contracts/limits.ts';
import { photosKeyOf } from '../lib/comment-draft.ts';
import { useDraft } from '../lib/use-draft.ts';
import { type Attached, type PhotoDraft, parsePhotos, photosProblem } from './photo-draft.ts';
import { PhotoField } from './photo-field.tsx';
import { useUploads } from './use-uploads.ts';

export interface CommentPhotosProps {
  /** Null for a visitor. */
  reader: string | null;
  /** What the comment is about. */
  documentId: string;
  /** Whether the user has tried to send the comment before its photos were stored. */
  wasSentEarly: boolean;
  /** Whether the user has just asked for the field. */
  hasFocus: boolean;
  onCancel: () => void;
  /** Must be stable. */
  onChange: (attached: Attached) => void;
}

const none: readonly PhotoDraft[] = [];
const parse = (stored: unknown): readonly PhotoDraft[] => parsePhotos(stored).slice(0, pictureLimits.perComment);

/** Takes the photos of a comment, which are kept with its draft. */
export function CommentPhotos(props: CommentPhotosProps) {
  const { reader, documentId, wasSentEarly, hasFocus, onCancel, onChange } = props;
  const [photos, setPhotos] = useDraft(photosKeyOf(reader, documentId), none, parse);
  const [unsent, setUnsent] = useState(0);
  const uploads = useUploads({ onChange: setPhotos, onCount: setUnsent });
  useEffect(() => onChange({ photos, unsent }), [photos, unsent, onChange]);
  return (
    <PhotoField
      label="Photos"
      photos={photos}
      onChange={setPhotos}
      uploads={uploads}
      max={pictureLimits.perComment}
      error={wasSentEarly ? photosProblem(unsent) : undefined}
      hasFocus={hasFocus}
      onCancel={onCancel}
    />
  );
}
