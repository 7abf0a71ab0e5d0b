import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { Button } from '../../components/button.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import styles from './what-changed.module.css';

const loadDialog = async () => (await import('./versions-dialog.tsx')).VersionsDialog;

/** Opens the versions of a recipe that its author has revised. */
export function WhatChanged({ recipe: { id, revision } }: { recipe: Recipe }) {
  const { Dialog, open, close } = useDialog(loadDialog);
  if (revision === null || revision === '0') return null;
  return (
    <>
      <Button variant="quiet" size="small" className={styles.open} onClick={open}>
        What changed
      </Button>
      {Dialog && <Dialog recipeId={id} revision={revision} onClose={close} />}
    </>
  );
}
