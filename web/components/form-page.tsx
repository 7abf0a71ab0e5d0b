import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Form, type FormProps } from './form.tsx';
import styles from './form-page.module.css';
import { PageTitle } from './page-title.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

interface PlaceProps {
  title: string;
  /** Of the card, in px. */
  width: number;
}

export interface FormPageProps extends PlaceProps, FormProps {}

/** A screen that is a form: its title, and the form in a card. */
export const FormPage = ({ title, width, ...form }: FormPageProps) => (
  <Place title={title} width={width}>
    <Form {...form} />
  </Place>
);

/** Typical widths of labels. */
const labelWidthsPx = [90, 80, 40, 50, 76];

/** Shown until the values of the fields are loaded. */
export const FormPageSkeleton = (place: PlaceProps) => (
  <Place {...place}>
    <Loading>
      {labelWidthsPx.map((width) => (
        <div key={width} className={styles.field}>
          <Skeleton width={width} height={14} />
          <Skeleton height={44} radius="var(--radius-field)" className={styles.control} />
        </div>
      ))}
    </Loading>
  </Place>
);

const Place = ({ title, width, children }: PlaceProps & { children: ReactNode }) => (
  <div className={styles.screen} style={{ maxWidth: `calc(${width}px + 2 * var(--page-padding))` }}>
    <PageTitle title={title} />
    <Card className={styles.card}>{children}</Card>
  </div>
);
