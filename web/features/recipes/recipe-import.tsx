import { useRef } from 'react';
import { importLimits } from '../../../server/core/contracts/limits.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { TextAreaField } from '../../components/text-field.tsx';
import { summaryOf } from './imported-recipe.ts';
import type { RecipeDraft } from './recipe-draft.ts';
import styles from './recipe-import.module.css';
import { type RecipeImportState, useRecipeImport } from './use-recipe-import.ts';
import type { ChangeDraft } from './use-video-import.ts';

export interface RecipeImportProps {
  draft: RecipeDraft;
  /** Identifies the draft. */
  draftKey: string;
  onChange: ChangeDraft;
  /** The address or text to import. */
  source: string;
  onSource: (source: string) => void;
  /** Whether the user has already asked for the import. */
  startsAtOnce: boolean;
}

/** Fills in the form from a page or a text. */
export function RecipeImport({ draft, draftKey, onChange, source, onSource, startsAtOnce }: RecipeImportProps) {
  const { state, start, readFile, reset, undo } = useRecipeImport({ draft, draftKey, source, startsAtOnce }, onChange);
  return (
    <div className={styles.import}>
      <TextAreaField
        label="Import a recipe"
        hint="The address of a recipe page, or the whole text of a recipe."
        value={source}
        onChange={(text) => {
          onSource(text);
          reset();
        }}
        onEnter={start}
        busy={state.status === 'loading'}
        placeholder="https://"
        maxLength={importLimits.text}
        rows={1}
      />
      <div className={styles.actions}>
        <Button busy={state.status === 'loading'} disabled={source.trim() === ''} onClick={start}>
          Import
        </Button>
        <FileChooser onFile={readFile} isBusy={state.status === 'reading'} />
      </div>
      <Note state={state} onUndo={undo} onStart={start} />
      {state.status === 'choosing' && <state.Dialog recipes={state.recipes} onClose={reset} />}
    </div>
  );
}

/** Opens the file in this browser: it is not uploaded. */
function FileChooser({ onFile, isBusy }: { onFile: (file: File) => void; isBusy: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Recipe file"
        accept=".json,.zip,.paprikarecipes,.paprikarecipe,.html,.htm,.md,.txt"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // So that the same file can be chosen again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button variant="quiet" busy={isBusy} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className={styles.apps}>
        Files of Mealie, Tandoor, Paprika, RecipeSage and Nextcloud Cookbook, also with many recipes.
      </p>
    </>
  );
}

function Note({ state, onUndo, onStart }: { state: RecipeImportState; onUndo: () => void; onStart: () => void }) {
  switch (state.status) {
    case 'idle':
    case 'choosing':
      return null;
    case 'reading':
      return <Alert kind="busy">Reading the file…</Alert>;
    case 'loading':
      return <Alert kind="busy">Reading the recipe…</Alert>;
    case 'loggedOut':
      return (
        <Alert kind="info" action={<LogInButton />}>
          Please log in to import a recipe
        </Alert>
      );
    case 'failed':
      return <Alert kind="error">{state.text}</Alert>;
    case 'undone':
      return (
        <Alert kind="info" action={<SmallButton onPress={onStart}>Fill in again</SmallButton>}>
          What was filled in was taken back.
        </Alert>
      );
    case 'done': {
      const { filled } = state.result;
      return (
        <Alert kind="success">
          <div className={styles.title}>
            <p>{filled.length > 0 ? 'Filled in below' : 'Everything is filled in already'}</p>
            {filled.length > 0 && <SmallButton onPress={onUndo}>Undo</SmallButton>}
          </div>
          <p className={styles.more}>{summaryOf(state.result)}</p>
        </Alert>
      );
    }
  }
}

const SmallButton = ({ onPress, children }: { onPress: () => void; children: string }) => (
  <Button size="small" variant="quiet" onClick={onPress}>
    {children}
  </Button>
);
