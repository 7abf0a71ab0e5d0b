import type { PostType } from '../../../server/contracts/community.ts';
import { communityLimits } from '../../../server/contracts/limits.ts';
import { SelectField } from '../../components/select-field.tsx';
import { TextAreaField, TextField } from '../../components/text-field.tsx';
import type { FieldErrors } from '../../lib/field-errors.ts';
import type { PostDraft } from './post-draft.ts';
import styles from './post-fields.module.css';

const types: readonly { value: PostType; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'image', label: 'Image' },
  { value: 'youtube', label: 'video' },
];

export interface PostFieldsProps {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
  errors: FieldErrors<PostDraft>;
  /** With a choice of what kind of post it is; without it is text, and the text is required. */
  typed: boolean;
}

export function PostFields({ draft, onChange, errors, typed }: PostFieldsProps) {
  const set = (change: Partial<PostDraft>) => onChange({ ...draft, ...change });
  const type = typed ? draft.type : 'text';
  return (
    <div className={styles.fields}>
      <TextField
        label="Title"
        value={draft.title}
        onChange={(title) => set({ title })}
        error={errors.title}
        placeholder="What is it called?"
        maxLength={communityLimits.title}
        required
      />
      {typed && <SelectField label="Type" value={type} options={types} onChange={(chosen) => set({ type: chosen })} />}
      {type === 'image' && (
        <TextField
          key="image"
          label="Image URL"
          type="url"
          value={draft.imageUrl}
          onChange={(imageUrl) => set({ imageUrl })}
          error={errors.imageUrl}
          placeholder="https://"
          maxLength={communityLimits.url}
        />
      )}
      {type === 'youtube' && (
        <TextField
          key="video"
          label="video URL"
          type="url"
          value={draft.youtubeUrl}
          onChange={(youtubeUrl) => set({ youtubeUrl })}
          error={errors.youtubeUrl}
          placeholder="https://www.youtube.com/watch?v="
          maxLength={communityLimits.url}
        />
      )}
      <TextAreaField
        label={type === 'text' ? 'Content' : 'A few words (optional)'}
        value={draft.content}
        onChange={(content) => set({ content })}
        error={errors.content}
        rows={type === 'text' ? 6 : 3}
        maxLength={communityLimits.content}
        required={!typed}
      />
    </div>
  );
}
