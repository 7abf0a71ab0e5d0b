import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { KeptPlaces } from './kept-places.tsx';
import styles from './needs-connection.module.css';

/**
 * Replaces content that cannot be fetched while the server is unreachable. Not an error: it loads by itself later.
 * @param subject of the title, such as "This page"
 */
export function NeedsConnection({ subject }: { subject: string }) {
  return (
    <div className={styles.place}>
      <Card role="status" className={styles.card}>
        <EmptyState title={`${subject} needs a connection`} text="It opens by itself as soon as there is one." />
      </Card>
      <KeptPlaces />
    </div>
  );
}
