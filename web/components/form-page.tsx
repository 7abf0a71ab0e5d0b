import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './form-page.module.css';
import { PageTitle } from './page-title.tsx';

export interface FormPageProps {
  title: string;
  /** Of the card, in px. */
  width: number;
  children: ReactNode;
}

/** A screen that is a form: its title, and the form in a card. */
export const FormPage = ({ title, width, children }: FormPageProps) => (
  <div className={styles.screen} style={{ maxWidth: `calc(${width}px + 2 * var(--page-padding))` }}>
    <PageTitle title={title} />
    <Card className={styles.card}>{children}</Card>
  </div>
);

/** What one can do with the form, at its end; the last is to send it. */
export const FormActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
