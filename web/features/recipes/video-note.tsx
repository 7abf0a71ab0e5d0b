import type { ReactNode } from 'react';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { Alert, type AlertProps } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { conflictingFields, hasUserContent, importedVideoId, importSummary } from './imported-video.ts';
import type { RecipeDraft } from './recipe-draft.ts';
import type { VideoImportState } from './use-video-import.ts';
import styles from './video-note.module.css';

export interface VideoNoteProps {
  draft: RecipeDraft;
  state: VideoImportState;
  onStart: () => void;
  onOverwrite: () => void;
  onUndo: () => void;
}

/** The state of the import, below the address of the video. */
export function VideoNote({ draft, state, onStart, onOverwrite, onUndo }: VideoNoteProps) {
  switch (state.status) {
    case 'typing':
    case 'invalid':
      return null;
    case 'loading':
      if (!hasUserContent(draft)) return <Note kind="busy" text="Reading the video…" details={fillsIn} />;
      return (
        <Note kind="busy" text="Reading the video…" details={`${fillsIn} ${keeps}`}>
          <span className={styles.reserved}>
            <ActionButton onPress={onOverwrite}>Use the video’s</ActionButton>
            <ActionButton onPress={onUndo}>Undo</ActionButton>
          </span>
        </Note>
      );
    case 'loggedOut':
      return (
        <Note kind="info" text="Please log in to import a recipe">
          <LogInButton />
        </Note>
      );
    case 'failed':
      return (
        // A new element, so that screen readers announce it at once.
        <Note key="failed" kind={state.kind} text={state.text}>
          {state.canRetry && <ActionButton onPress={onStart}>Try again</ActionButton>}
        </Note>
      );
    case 'undone':
      return (
        <Note kind="info" text="What the video filled in was taken back.">
          <ActionButton key="undo" onPress={onStart}>
            Fill in again
          </ActionButton>
        </Note>
      );
    case 'idle': {
      const { imported } = draft;
      if (!imported || importedVideoId(draft) !== youtubeIdOf(draft.youtubeUrl)) return null;
      return (
        <Note kind="success" {...importSummary(draft)}>
          {conflictingFields(draft).length > 0 && <ActionButton onPress={onOverwrite}>Use the video’s</ActionButton>}
          {imported.filled.length > 0 && (
            <ActionButton key="undo" onPress={onUndo}>
              Undo
            </ActionButton>
          )}
        </Note>
      );
    }
  }
}

interface NoteProps {
  kind: AlertProps['kind'];
  text: string;
  /** Below the text. */
  details?: string;
  /** The buttons. */
  children?: ReactNode;
}

const fillsIn = 'It fills in what you have not written yourself.';
const keeps = 'What you have written stays.';

function Note({ kind, text, details, children }: NoteProps) {
  const actions = children && <span className={styles.actions}>{children}</span>;
  return (
    <Alert kind={kind} className={styles.note}>
      <div className={details && styles.text}>
        <span>{text}</span> {actions}
        {details && <p className={styles.more}>{details}</p>}
      </div>
    </Alert>
  );
}

const ActionButton = ({ onPress, children }: { onPress: () => void; children: string }) => (
  <Button size="small" variant="quiet" onClick={onPress}>
    {children}
  </Button>
);
