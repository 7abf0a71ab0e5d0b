import { Button } from '../../../components/button.tsx';
import { CheckIcon } from '../../../components/icons.tsx';
import { useShareLink } from '../../../components/use-share-link.ts';
import { LinkIcon } from './finding-icons.tsx';
import styles from './search-screen.module.css';

/** Copies the address of the results. */
export function CopyLink({ title }: { title: string }) {
  const failure = 'The link could not be copied. Copy it from the address bar.';
  const { isCopied, copy } = useShareLink({ title, url: location.href, failure });
  return (
    <Button
      variant="quiet"
      className={styles.copy}
      icon={isCopied ? <CheckIcon size={18} /> : <LinkIcon size={18} />}
      onClick={() => void copy()}
    >
      {isCopied ? 'Copied' : 'Copy link'}
    </Button>
  );
}
