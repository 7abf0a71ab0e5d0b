import { useState } from 'react';
import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
import { Actions } from '../../components/actions.tsx';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { notify } from '../../lib/notices.ts';
import { useGo } from '../../lib/use-go.ts';
import { CheckRow } from './check-row.tsx';
import styles from './import-list-dialog.module.css';
import { type PublishingState, toEntries, usePublishAll } from './use-publish-all.ts';

export interface ImportListDialogProps {
  recipes: readonly ImportedRecipe[];
  onClose: () => void;
}

/** The recipes of a file, of which the chosen ones are published. */
export function ImportListDialog({ recipes, onClose }: ImportListDialogProps) {
  const [entries] = useState(() => toEntries(recipes));
  // Those that are published stay chosen.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(entries.map(({ key }) => key)));
  const { state, published, withoutPicture, publishAll, stop } = usePublishAll();
  const go = useGo();
  const isStopping = state.status === 'stopping';
  const isBusy = isStopping || state.status === 'publishing';
  const toggle = (key: string) =>
    setChosen((current) => {
      const others = new Set(current);
      if (!others.delete(key)) others.add(key);
      return others;
    });
  const all = chosen.size === 0 ? false : chosen.size === entries.length ? true : 'mixed';
  const publish = () => publishAll(entries.filter(({ key }) => chosen.has(key)));
  const finish = () => {
    onClose();
    notify.info(`${formatCount(published.size, 'recipe')} imported`);
    go('/');
  };

  return (
    <Dialog title={`${formatCount(entries.length, 'recipe')} in this file`} isBusy={isBusy} onClose={onClose}>
      <fieldset disabled={isBusy} className={styles.recipes} aria-label="Recipes">
        <CheckRow
          checked={all}
          onChange={() => setChosen(all === true ? published : new Set(entries.map(({ key }) => key)))}
          label="Select All"
          note={`${chosen.size} of ${entries.length}`}
          className={styles.all}
        />
        <ul className={styles.list}>
          {entries.map(({ key, recipe }) => (
            <li key={key}>
              <CheckRow
                checked={chosen.has(key)}
                onChange={() => toggle(key)}
                disabled={published.has(key)}
                label={recipe.title.trim() || 'Untitled recipe'}
                note={published.has(key) ? 'Imported' : formatCount(recipe.ingredients.length, 'ingredient')}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <p className={styles.note}>Imported recipes are published: everyone can see them.</p>
      <Progress state={state} done={published.size} />
      {withoutPicture.length > 0 && (
        <Alert kind="info">Without a picture, which could not be loaded: {withoutPicture.join(', ')}</Alert>
      )}
      <Actions>
        {isBusy ? (
          <Button variant="quiet" busy={isStopping} onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button variant="quiet" onClick={onClose}>
            {published.size > 0 ? 'Close' : 'Cancel'}
          </Button>
        )}
        {state.status === 'done' ? (
          <Button variant="primary" onClick={finish}>
            Show them
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={isBusy}
            disabled={chosen.size === published.size}
            onClick={() => {
              publish().catch(reportError);
            }}
          >
            {state.status === 'idle' ? `Import ${formatCount(chosen.size, 'recipe')}` : 'Continue'}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}

/** @param done number of published recipes */
function Progress({ state, done }: { state: PublishingState; done: number }) {
  const imported = `${formatCount(done, 'recipe')} imported`;
  switch (state.status) {
    case 'idle':
      return null;
    case 'publishing':
      return (
        <Alert kind="busy">
          Importing {Math.min(done + 1, state.count)} of {state.count}…
        </Alert>
      );
    case 'stopping':
      return <Alert kind="busy">Stopping…</Alert>;
    case 'stopped':
      return <Alert kind="info">{imported} so far. Continue to import the others.</Alert>;
    case 'failed':
      return (
        <Alert kind="error">
          {state.text}. {done > 0 && `${imported} so far.`}
        </Alert>
      );
    case 'done':
      return <Alert kind="success">{imported}</Alert>;
  }
}
