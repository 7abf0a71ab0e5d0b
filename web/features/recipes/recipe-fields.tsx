import { useEffect, useState } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { SelectField } from '../../components/select-field.tsx';
import { TextAreaField, TextField } from '../../components/text-field.tsx';
import type { FieldOf } from '../../components/use-form.ts';
import { useSession } from '../../lib/identity/session.ts';
import { PhotoField } from '../../photos/photo-field.tsx';
import { useUploadCount } from '../../photos/use-upload-count.ts';
import { type ChangePhotos, useUploads } from '../../photos/use-uploads.ts';
import { difficulties } from './difficulties.ts';
import { MediaPreview } from './media-preview.tsx';
import { type RecipeDraft, withType } from './recipe-draft.ts';
import styles from './recipe-form.module.css';
import type { ChangeDraft } from './use-video-import.ts';
import { VideoUrlField } from './video-url-field.tsx';

const types: readonly { value: RecipeDraft['type']; label: string }[] = [
  { value: 'image', label: 'Image Recipe' },
  { value: 'youtube', label: 'Video Recipe' },
];
const levels = difficulties.map((value) => ({ value, label: value }));
/** Of a recipe that was published without one. */
const notStated = { value: '' as const, label: 'Not stated' };

export interface RecipeFieldsProps {
  draft: RecipeDraft;
  /** Identifies the draft, if the form may show another one. */
  draftKey?: string | undefined;
  onChange: ChangeDraft;
  field: FieldOf<RecipeDraft>;
  isSending: boolean;
}

/** The fields of the recipe form, except for ingredients and instructions. */
export function RecipeFields({ draft, draftKey, onChange, field, isSending }: RecipeFieldsProps) {
  const session = useSession();
  const [canBeNotStated] = useState(draft.difficulty === '');
  const hasPhoto = draft.type === 'image' && (draft.photo.length > 0 || (draft.sendingPhotos ?? 0) > 0);
  const countUploads = useUploadCount(onChange);
  const changePhoto: ChangePhotos = (change) => onChange((current) => ({ ...current, photo: change(current.photo) }));
  const photos = useUploads({ draftKey, onChange: changePhoto, onCount: countUploads });
  const { uploads, remove } = photos;
  useEffect(() => {
    // A video recipe has no photo.
    if (draft.type === 'youtube') for (const { key } of uploads) remove(key);
  }, [draft.type, uploads, remove]);
  return (
    <div className={styles.fields}>
      <SelectField
        label="Recipe Type"
        {...field('type')}
        options={types}
        onChange={(type) => onChange((current) => withType(current, type))}
      />
      {draft.type === 'image' && (
        <PhotoField
          key={draftKey}
          label="Photo"
          photos={draft.photo}
          onChange={changePhoto}
          uploads={photos}
          max={1}
          error={field('photo').error}
        />
      )}
      {draft.type === 'image' && !hasPhoto && (
        <TextField
          key="image"
          label="Image URL"
          type="url"
          {...field('imageUrl')}
          placeholder="https://"
          maxLength={recipeLimits.url}
          hint="Of a picture elsewhere, if you have no photo."
        />
      )}
      {draft.type === 'youtube' && (
        <VideoUrlField
          key={draftKey}
          draft={draft}
          onChange={onChange}
          error={field('youtubeUrl').error}
          isSending={isSending}
        />
      )}
      {!hasPhoto && <MediaPreview draft={draft} />}
      <TextField
        label="Title"
        {...field('title')}
        placeholder="What is it called?"
        maxLength={recipeLimits.title}
        required
      />
      <TextField
        label="Author"
        {...field('author')}
        hint="Whom to credit, if not you."
        placeholder={session.status === 'signedIn' ? session.user.name : 'You'}
        maxLength={recipeLimits.author}
      />
      <TextAreaField label="Description" {...field('description')} rows={3} maxLength={recipeLimits.description} />
      <div className={styles.pair}>
        <TextField label="Cooking Time (minutes)" type="number" {...field('cookingTime')} />
        <TextField label="Servings" type="number" {...field('servings')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Cuisine" {...field('cuisine')} placeholder="Italian" maxLength={recipeLimits.cuisine} />
        <SelectField
          label="Difficulty"
          {...field('difficulty')}
          options={canBeNotStated ? [...levels, notStated] : levels}
        />
      </div>
    </div>
  );
}
