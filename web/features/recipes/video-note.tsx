import type { ReactNode } from 'react';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { Alert, type AlertProps } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { importedId, importedWords, isWrittenIn, keptBeside } from './imported-video.ts';
import type { RecipeDraft } from './recipe-draft.ts';
import type { VideoImport } from './use-video-import.ts';
import styles from './video-note.module.css';

export interface VideoNoteProps {
  draft: RecipeDraft;
  state: VideoImport;
  onAsk: () => void;
  onTakeAll: () => void;
  onUndo: () => void;
}

/** What becomes of the video, under its address. */
export function VideoNote({ draft, state, onAsk, onTakeAll, onUndo }: VideoNoteProps) {
  switch (state.is) {
    case 'typing':
    case 'invalid':
      return null;
    case 'asking':
      if (!isWrittenIn(draft)) return <Note kind="busy" text="Reading the video…" more={fillsIn} />;
      return (
        <Note kind="busy" text="Reading the video…" more={`${fillsIn} ${keeps}`}>
          <span className={styles.later}>
            <Offer onTake={onTakeAll}>Use the video’s</Offer>
            <Offer onTake={onUndo}>Undo</Offer>
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
        // Another element, so that it interrupts a screen reader.
        <Note key="failed" kind={state.kind} text={state.text}>
          {state.again && <Offer onTake={onAsk}>Try again</Offer>}
        </Note>
      );
    case 'undone':
      return (
        <Note kind="info" text="What the video filled in was taken back.">
          <Offer key="undo" onTake={onAsk}>
            Fill in again
          </Offer>
        </Note>
      );
    case 'idle': {
      const { imported } = draft;
      if (!imported || importedId(draft) !== youtubeIdOf(draft.youtubeUrl)) return null;
      return (
        <Note kind="success" {...importedWords(draft)}>
          {keptBeside(draft).length > 0 && <Offer onTake={onTakeAll}>Use the video’s</Offer>}
          {imported.filled.length > 0 && (
            <Offer key="undo" onTake={onUndo}>
              Undo
            </Offer>
          )}
        </Note>
      );
    }
  }
}

interface NoteProps {
  kind: AlertProps['kind'];
  text: string;
  /** Below it: what it is about. */
  more?: string;
  /** What one can do about it. */
  children?: ReactNode;
}

const fillsIn = 'It fills in what you have not written yourself.';
const keeps = 'What you have written stays.';

function Note({ kind, text, more, children }: NoteProps) {
  const offers = children && <span className={styles.offers}>{children}</span>;
  return (
    <Alert kind={kind} className={styles.note}>
      <div className={more && styles.told}>
        <span>{text}</span> {offers}
        {more && <p className={styles.more}>{more}</p>}
      </div>
    </Alert>
  );
}

const Offer = ({ onTake, children }: { onTake: () => void; children: string }) => (
  <Button size="small" variant="quiet" onClick={onTake}>
    {children}
  </Button>
);
