import { LinkButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageTitle } from '../components/page-title.tsx';
import styles from './not-found.module.css';

export function NotFound() {
  return (
    <div className={styles.page}>
      <PageTitle title="Page not found" />
      <EmptyState
        title="This plate is empty"
        text="There is nothing at this address. Perhaps the link is old, or a letter is missing."
        action={<LinkButton to="/">Go home</LinkButton>}
      />
    </div>
  );
}
