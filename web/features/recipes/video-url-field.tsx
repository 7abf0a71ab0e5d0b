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
  isSending: boolean;
}

/** The address of a video, and the state of importing its recipe. */
export function VideoUrlField({ draft, onChange, error, isSending }: VideoUrlFieldProps) {
  const { state, shownState, changeUrl, leaveField, ...act } = useVideoImport(draft, onChange, isSending);
  const container = useRef<HTMLDivElement>(null);
  const startImport = () => {
    act.start();
    container.current?.querySelector('input')?.focus(); // The focused button disappears.
  };
  const overwriteDraft = () => {
    act.overwrite();
    [...(container.current?.querySelectorAll('button') ?? [])].at(-1)?.focus(); // This one disappears, too.
  };
  return (
    <div ref={container} className={styles.field}>
      <TextField
        label="Video URL"
        type="url"
        value={draft.youtubeUrl}
        onChange={changeUrl}
        onBlur={leaveField}
        // Starts the import. It never submits the form, even if the import has just started.
        onEnter={() => state.status === 'typing' && act.start()}
        busy={shownState.status === 'loading'}
        error={error ?? (state.status === 'invalid' ? 'Invalid YouTube URL' : undefined)}
        placeholder="https://www.youtube.com/watch?v="
        maxLength={recipeLimits.url}
      />
      <VideoNote
        draft={draft}
        state={shownState}
        onStart={startImport}
        onOverwrite={overwriteDraft}
        onUndo={act.undo}
      />
    </div>
  );
}
