import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Form, type FormProps } from './form.tsx';
import styles from './form-page.module.css';
import { PageTitle } from './page-title.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

interface LayoutProps {
  title: string;
  /** The width of the card in px. */
  width: number;
  /** At the right of the title. */
  titleAction?: ReactNode;
}

export interface FormPageProps extends LayoutProps, FormProps {}

/** A screen that is a form: its title, and the form in a card. */
export const FormPage = ({ title, width, titleAction, ...form }: FormPageProps) => (
  <PageLayout title={title} width={width} titleAction={titleAction}>
    <Form {...form} />
  </PageLayout>
);

/** Typical widths of labels. */
const labelWidthsPx = [90, 80, 40, 50, 76];

/** Shown until the values of the fields are loaded. */
export const FormPageSkeleton = (layout: LayoutProps) => (
  <PageLayout {...layout}>
    <Loading>
      {labelWidthsPx.map((width) => (
        <div key={width} className={styles.field}>
          <Skeleton width={width} height={14} />
          <Skeleton height={44} radius="var(--radius-field)" className={styles.control} />
        </div>
      ))}
    </Loading>
  </PageLayout>
);

const PageLayout = ({ title, width, titleAction, children }: LayoutProps & { children: ReactNode }) => (
  <div className={styles.screen} style={{ maxWidth: `calc(${width}px + 2 * var(--page-padding))` }}>
    <PageTitle title={title}>{titleAction}</PageTitle>
    <Card className={styles.card}>{children}</Card>
  </div>
);
