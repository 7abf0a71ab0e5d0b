import { isStorageAvailable } from '../lib/sync/outbox-writes.ts';
import { pendingChanges } from '../lib/sync/pending-changes.ts';
import { Alert } from './alert.tsx';

/** Warns that waiting changes are lost with the page, because the browser refuses to store them. */
export function StorageWarning({ className }: { className?: string | undefined }) {
  const isAvailable = isStorageAvailable.use();
  const unstored = pendingChanges.useUnstoredCount();
  if (isAvailable || unstored === 0) return null;
  return (
    <Alert kind="warning" className={className}>
      Kept only while this page is open: this browser stores nothing for Potluck.
    </Alert>
  );
}
