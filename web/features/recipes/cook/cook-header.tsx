import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '../../../components/button.tsx';
import { CloseIcon } from '../../../components/icons.tsx';
import { useGo } from '../../../lib/use-go.ts';
import styles from './cook-header.module.css';

/** Leads back to where the user came from, or to the recipe. */
export function useLeaveCooking(recipeId: string): () => void {
  const go = useGo();
  const hasHistory = useLocation().key !== 'default';
  return () => (hasHistory ? go(-1) : go(`/recipe/${recipeId}`, { replace: true }));
}

export interface CookHeaderProps {
  recipeId: string;
  title: string;
  /** At the end of the line. */
  children?: ReactNode;
}

export function CookHeader({ recipeId, title, children }: CookHeaderProps) {
  const leave = useLeaveCooking(recipeId);
  return (
    <header className={styles.header}>
      <IconButton label="Stop cooking" icon={<CloseIcon size={20} />} onClick={leave} />
      <h1 className={styles.title}>{title}</h1>
      {children ?? <span className={styles.room} />}
    </header>
  );
}
