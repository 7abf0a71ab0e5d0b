import { Card } from './card.tsx';
import { Form, type FormProps } from './form.tsx';
import styles from './form-page.module.css';
import { PageTitle } from './page-title.tsx';

export interface FormPageProps extends FormProps {
  title: string;
  /** Of the card, in px. */
  width: number;
}

/** A screen that is a form: its title, and the form in a card. */
export const FormPage = ({ title, width, ...form }: FormPageProps) => (
  <div className={styles.screen} style={{ maxWidth: `calc(${width}px + 2 * var(--page-padding))` }}>
    <PageTitle title={title} />
    <Card className={styles.card}>
      <Form {...form} />
    </Card>
  </div>
);
