import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface NeedsConnectionProps {
  /** The subject of the title, such as "This page". */
  subject: string;
  retrying: boolean;
  onRetry: () => void;
}

/** Replaces content that cannot be fetched while the server is unreachable. Not an error: it loads by itself later. */
export function NeedsConnection({ subject, retrying, onRetry }: NeedsConnectionProps) {
  return (
    <div role="status">
      <EmptyState
        title={`${subject} needs a connection`}
        text="It opens by itself as soon as there is one."
        action={
          <Button busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  );
}
