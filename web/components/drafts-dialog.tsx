import type { DraftPlace } from '../lib/kept-draft-keys.ts';
import { type KeptDraft, keptDrafts, maxKeptDrafts, useKeptDrafts } from '../lib/kept-drafts.ts';
import { timeText } from '../lib/time-text.ts';
import { undoOffers } from '../lib/undo-offers.ts';
import { Actions } from './actions.tsx';
import { Alert } from './alert.tsx';
import { Button, IconButton } from './button.tsx';
import { Chip } from './chip.tsx';
import { Dialog } from './dialog.tsx';
import styles from './drafts-dialog.module.css';
import { CloseIcon } from './icons.tsx';

/** What a list of drafts shows of one. */
export interface DraftText {
  readonly title: string;
  /** How it goes on. */
  readonly rest: string;
}

export interface DraftsDialogProps {
  place: DraftPlace;
  /** The id of the draft in the form. */
  current: string | undefined;
  textOf: (content: unknown) => DraftText;
  onOpen: (draft: KeptDraft) => void;
  /** Called after the draft in the form was deleted, or to begin another one. */
  onNew: () => void;
  onClose: () => void;
}

/** The user's drafts in this browser, the last one first. */
export function DraftsDialog({ place, current, textOf, onOpen, onNew, onClose }: DraftsDialogProps) {
  const drafts = useKeptDrafts(place);
  const remove = (draft: KeptDraft) => {
    const { id, content } = draft;
    keptDrafts.remove(place, id);
    if (id === current) onNew();
    const undo = () => keptDrafts.restore(place, draft);
    undoOffers.show({ changeKey: id, message: `Deleted “${textOf(content).title}”`, onUndo: undo });
    // The bar with Undo is behind the dialog.
    onClose();
  };
  return (
    <Dialog title="Drafts" onClose={onClose} sheet>
      <p className={styles.hint}>
        They are saved as you write, on this device only. Publish one with a photo within a week: later, the photo is
        removed.
      </p>
      {current === undefined && drafts.length >= maxKeptDrafts && (
        <Alert kind="info">
          No more than {maxKeptDrafts} drafts are kept. Delete or publish one, so that what you write now is kept, too.
        </Alert>
      )}
      <ul>
        {drafts.map((draft) => {
          const { title, rest } = textOf(draft.content);
          return (
            <li key={draft.id} className={styles.row}>
              <button
                type="button"
                className={styles.open}
                onClick={() => {
                  if (draft.id !== current) onOpen(draft);
                  onClose();
                }}
              >
                <span className={styles.title} dir="auto">
                  {title}
                </span>
                <span className={styles.rest} dir="auto">
                  {rest}
                </span>
              </button>
              {draft.id === current ? (
                <Chip tone="teal">Open</Chip>
              ) : (
                <span className={styles.time}>{timeText(Date.parse(draft.changedAt))}</span>
              )}
              <IconButton
                label={`Delete the draft ${title}`}
                icon={<CloseIcon size={16} />}
                onClick={() => remove(draft)}
              />
            </li>
          );
        })}
      </ul>
      {current !== undefined && (
        <Actions>
          <Button
            onClick={() => {
              onNew();
              onClose();
            }}
          >
            Begin another one
          </Button>
        </Actions>
      )}
    </Dialog>
  );
}
