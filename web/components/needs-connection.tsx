import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface NeedsConnectionProps {
  /** What does: "This page". */
  what: string;
  retrying: boolean;
  onRetry: () => void;
}

/** In place of what could not be fetched while the server is away. No error, and no alert: it comes by itself. */
export function NeedsConnection({ what, retrying, onRetry }: NeedsConnectionProps) {
  return (
    <div role="status">
      <EmptyState
        title={`${what} needs a connection`}
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
