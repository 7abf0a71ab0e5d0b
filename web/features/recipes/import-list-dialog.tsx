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
import { toEntries, usePublishAll } from './use-publish-all.ts';

export interface ImportListDialogProps {
  recipes: readonly ImportedRecipe[];
  onClose: () => void;
}

/** The recipes of a file, of which the chosen ones are published. */
export function ImportListDialog({ recipes, onClose }: ImportListDialogProps) {
  const [entries] = useState(() => toEntries(recipes));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(entries.map(({ key }) => key)));
  const { state, publishAll } = usePublishAll();
  const go = useGo();
  const isBusy = state.status === 'publishing';
  const toggle = (key: string) =>
    setChosen((current) => {
      const others = new Set(current);
      if (!others.delete(key)) others.add(key);
      return others;
    });
  const all = chosen.size === 0 ? false : chosen.size === entries.length ? true : 'mixed';
  const publish = () => publishAll(entries.filter(({ key }) => chosen.has(key)));
  const finish = (count: number) => {
    onClose();
    notify.info(`${formatCount(count, 'recipe')} imported`);
    go('/');
  };

  return (
    <Dialog title={`${formatCount(entries.length, 'recipe')} in this file`} onClose={onClose}>
      <fieldset disabled={isBusy} className={styles.recipes} aria-label="Recipes">
        <CheckRow
          checked={all}
          onChange={() => setChosen(new Set(all === true ? [] : entries.map(({ key }) => key)))}
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
                label={recipe.title.trim() || 'Untitled recipe'}
                note={formatCount(recipe.ingredients.length, 'ingredient')}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <p className={styles.note}>Imported recipes are published: everyone can see them.</p>
      {state.status === 'publishing' && (
        <Alert kind="busy">
          Importing {state.done + 1} of {state.count}…
        </Alert>
      )}
      {state.status === 'failed' && (
        <Alert kind="error">
          {state.text}. {state.done > 0 && `${formatCount(state.done, 'recipe')} imported so far.`}
        </Alert>
      )}
      {state.status === 'done' && <Alert kind="success">{formatCount(state.count, 'recipe')} imported</Alert>}
      <Actions>
        <Button variant="quiet" onClick={onClose}>
          {isBusy ? 'Stop' : 'Cancel'}
        </Button>
        {state.status === 'done' ? (
          <Button variant="primary" onClick={() => finish(state.count)}>
            Show them
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={isBusy}
            disabled={chosen.size === 0}
            onClick={() => {
              publish().catch(reportError);
            }}
          >
            {state.status === 'failed' ? 'Continue' : `Import ${formatCount(chosen.size, 'recipe')}`}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
