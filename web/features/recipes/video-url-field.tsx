import { useRef } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { TextField } from '../../components/text-field.tsx';
import type { RecipeDraft } from './recipe-draft.ts';
import { type ChangeDraft, useVideoImport } from './use-video-import.ts';
import { VideoNote } from './video-note.tsx';
import styles from './video-url-field.module.css';

export interface VideoUrlFieldProps {
  draft: RecipeDraft;
  onChange: ChangeDraft;
  error: string | undefined;
  sending: boolean;
}

/** The address of a video, and what came of asking it for the recipe. */
export function VideoUrlField({ draft, onChange, error, sending }: VideoUrlFieldProps) {
  const { state, shown, write, leave, ...act } = useVideoImport(draft, onChange, sending);
  const place = useRef<HTMLDivElement>(null);
  const ask = () => {
    act.ask();
    place.current?.querySelector('input')?.focus(); // The button that has the focus goes.
  };
  const takeAll = () => {
    act.takeAll();
    [...(place.current?.querySelectorAll('button') ?? [])].at(-1)?.focus(); // As above.
  };
  return (
    <div ref={place} className={styles.field}>
      <TextField
        label="Video URL"
        type="url"
        value={draft.youtubeUrl}
        onChange={write}
        onBlur={leave}
        // It means this address, also when that was taken up a moment before: it publishes nothing.
        onEnter={() => state.is === 'typing' && act.ask()}
        busy={shown.is === 'asking'}
        error={error ?? (state.is === 'invalid' ? 'Invalid YouTube URL' : undefined)}
        placeholder="https://www.youtube.com/watch?v="
        maxLength={recipeLimits.url}
      />
      <VideoNote draft={draft} state={shown} onAsk={ask} onTakeAll={takeAll} onUndo={act.undo} />
    </div>
  );
}
