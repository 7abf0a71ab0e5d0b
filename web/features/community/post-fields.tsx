import type { Dispatch, SetStateAction } from 'react';
import type { PostType } from '../../../server/core/contracts/community.ts';
import { communityLimits, pictureLimits } from '../../../server/core/contracts/limits.ts';
import { MentionArea } from '../../components/mention-area.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextAreaField, TextField } from '../../components/text-field.tsx';
import type { FieldOf } from '../../components/use-form.ts';
import { PhotoField } from '../../photos/photo-field.tsx';
import { useUploadCount } from '../../photos/use-upload-count.ts';
import { type ChangePhotos, useUploads } from '../../photos/use-uploads.ts';
import { MediaPreview } from './media-preview.tsx';
import type { PostDraft } from './post-draft.ts';
import styles from './post-fields.module.css';

const types: readonly { value: PostType; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'image', label: 'Image' },
  { value: 'youtube', label: 'video' },
];

export interface PostFieldsProps {
  /** Identifies the draft, if the form may show another one. */
  draftKey?: string;
  field: FieldOf<PostDraft>;
  onChange: Dispatch<SetStateAction<PostDraft>>;
  /** Whether the form has a choice of type. Otherwise the post is a text, and the text is required. */
  hasType: boolean;
}

export function PostFields({ draftKey, field, onChange, hasType }: PostFieldsProps) {
  const countUploads = useUploadCount(onChange);
  const changePhotos: ChangePhotos = (change) =>
    onChange((current) => ({ ...current, photos: change(current.photos) }));
  const uploads = useUploads({ draftKey, onChange: changePhotos, onCount: countUploads });
  const photos = field('photos');
  const type = hasType ? field('type').value : 'text';
  const hasPhotos = type === 'image' && (photos.value.length > 0 || (field('sendingPhotos').value ?? 0) > 0);
  return (
    <div className={styles.fields}>
      <TextField
        label="Title"
        {...field('title')}
        placeholder="What is it called?"
        maxLength={communityLimits.title}
        required
      />
      {hasType && <SelectField label="Type" {...field('type')} options={types} />}
      {type === 'image' && (
        <PhotoField
          key={draftKey}
          label="Photos"
          photos={photos.value}
          onChange={changePhotos}
          uploads={uploads}
          max={pictureLimits.perPost}
          error={photos.error}
        />
      )}
      {type === 'image' && !hasPhotos && (
        <TextField
          key="image"
          label="Image URL"
          type="url"
          {...field('imageUrl')}
          placeholder="https://"
          maxLength={communityLimits.url}
        />
      )}
      {type === 'youtube' && (
        <TextField
          key="video"
          label="video URL"
          type="url"
          {...field('youtubeUrl')}
          placeholder="https://www.youtube.com/watch?v="
          maxLength={communityLimits.url}
        />
      )}
      {!hasPhotos && (
        <MediaPreview
          type={type}
          title={field('title').value}
          imageUrl={field('imageUrl').value}
          youtubeUrl={field('youtubeUrl').value}
        />
      )}
      <MentionArea text={field('content').value} onChange={field('content').onChange} placement="below">
        <TextAreaField
          label={type === 'text' ? 'Content' : 'A few words (optional)'}
          {...field('content')}
          rows={type === 'text' ? 6 : 3}
          maxLength={communityLimits.content}
          required={!hasType}
        />
      </MentionArea>
    </div>
  );
}
