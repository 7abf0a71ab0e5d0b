import { Button, IconButton } from '../components/button.tsx';
import { CloseIcon, ErrorIcon } from '../components/icons.tsx';
import styles from './photo-row.module.css';
import type { Upload } from './use-uploads.ts';

export interface UploadRowProps {
  upload: Upload;
  /** Of the field's error, if it has one. */
  errorId: string | undefined;
  onRetry: () => void;
  onRemove: () => void;
}

/** A photo on its way, or why it was refused. */
export function UploadRow({ upload: { name, preview, state }, errorId, onRetry, onRemove }: UploadRowProps) {
  const isRefused = state.kind === 'refused';
  return (
    <li className={styles.row}>
      <div className={styles.thumbnail}>
        <img className={styles.sending} src={preview} alt="" onError={({ currentTarget }) => currentTarget.remove()} />
        {!isRefused && <Ring part={state.kind === 'sending' ? state.part : 0} />}
      </div>
      <div className={styles.words} aria-live="polite">
        {isRefused ? (
          <p className={styles.refused}>
            <ErrorIcon size={16} className={styles.sign} />
            {state.why}
          </p>
        ) : (
          <p className={styles.state}>
            {state.kind === 'waiting' ? `Waits for ${state.for}` : state.part < 1 ? 'Sending…' : 'Almost there…'}
          </p>
        )}
        {isRefused && (
          <Button size="small" variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
      <div className={styles.actions}>
        <IconButton
          label={`Remove ${name || 'photo'}`}
          icon={<CloseIcon size={18} />}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

const radius = 18;
const circumference = 2 * Math.PI * radius;

function Ring({ part }: { part: number }) {
  const percent = Math.round(part * 100);
  return (
    <svg className={styles.ring} viewBox="0 0 44 44" role="progressbar" aria-label="Sent" aria-valuenow={percent}>
      <circle cx="22" cy="22" r={radius} className={styles.track} />
      <circle
        cx="22"
        cy="22"
        r={radius}
        className={styles.sent}
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - Math.max(0.04, part))}
      />
    </svg>
  );
}
