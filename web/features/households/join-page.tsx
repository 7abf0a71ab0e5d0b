import type { ReactNode } from 'react';
import { IconLink } from '../../components/button.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { TablePage } from '../../components/table-page.tsx';
import styles from './join-page.module.css';

/** The layout of an invitation: without the app's bars on a phone, where a button over the picture leads home. */
export const JoinPage = ({ children }: { children: ReactNode }) => (
  <TablePage>
    <IconLink to="/" label="Close" icon={<CloseIcon size={18} />} className={styles.close} />
    {children}
  </TablePage>
);
