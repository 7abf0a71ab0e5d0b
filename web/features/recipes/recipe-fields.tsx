import { recipeLimits } from '../../../server/contracts/limits.ts';
import { SelectField } from '../../components/select-field.tsx';
import { TextAreaField, TextField } from '../../components/text-field.tsx';
import type { FieldErrors } from '../../lib/field-errors.ts';
import { useSession } from '../../lib/identity/session.ts';
import { difficulties, type RecipeDraft, withType } from './recipe-draft.ts';
import styles from './recipe-form.module.css';
import type { ChangeDraft } from './use-video-import.ts';
import { VideoUrlField } from './video-url-field.tsx';

const types: readonly { value: RecipeDraft['type']; label: string }[] = [
  { value: 'image', label: 'Image Recipe' },
  { value: 'youtube', label: 'Video Recipe' },
];
const levels = difficulties.map((value) => ({ value, label: value }));

export interface RecipeFieldsProps {
  draft: RecipeDraft;
  onChange: ChangeDraft;
  errors: FieldErrors<RecipeDraft>;
  sending: boolean;
}

/** What the recipe is; what is in it and how it is made have parts of their own. */
export function RecipeFields({ draft, onChange, errors, sending }: RecipeFieldsProps) {
  const session = useSession();
  const set = (change: Partial<RecipeDraft>) => onChange({ ...draft, ...change });
  return (
    <div className={styles.fields}>
      <SelectField
        label="Recipe Type"
        value={draft.type}
        options={types}
        onChange={(type) => onChange(withType(draft, type))}
      />
      {draft.type === 'image' ? (
        <TextField
          key="image"
          label="Image URL"
          type="url"
          value={draft.imageUrl}
          onChange={(imageUrl) => set({ imageUrl })}
          error={errors.imageUrl}
          placeholder="https://"
          maxLength={recipeLimits.url}
        />
      ) : (
        <VideoUrlField draft={draft} onChange={onChange} error={errors.youtubeUrl} sending={sending} />
      )}
      <TextField
        label="Title"
        value={draft.title}
        onChange={(title) => set({ title })}
        error={errors.title}
        placeholder="What is it called?"
        maxLength={recipeLimits.title}
        required
      />
      <TextField
        label="Author"
        value={draft.author}
        onChange={(author) => set({ author })}
        hint="Whom to credit, if not you."
        placeholder={session.status === 'signedIn' ? session.user.name : 'You'}
        maxLength={recipeLimits.author}
      />
      <TextAreaField
        label="Description"
        value={draft.description}
        onChange={(description) => set({ description })}
        rows={3}
        maxLength={recipeLimits.description}
      />
      <div className={styles.pair}>
        <TextField
          label="Cooking Time (minutes)"
          type="number"
          value={draft.cookingTime}
          onChange={(cookingTime) => set({ cookingTime })}
          error={errors.cookingTime}
        />
        <TextField
          label="Servings"
          type="number"
          value={draft.servings}
          onChange={(servings) => set({ servings })}
          error={errors.servings}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label="Cuisine"
          value={draft.cuisine}
          onChange={(cuisine) => set({ cuisine })}
          placeholder="Italian"
          maxLength={recipeLimits.cuisine}
        />
        <SelectField
          label="Difficulty"
          value={draft.difficulty}
          options={levels}
          onChange={(difficulty) => set({ difficulty })}
        />
      </div>
    </div>
  );
}
