import { useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './post-text.module.css';

const longText = 900;
const manyLines = 14;

/** What somebody wrote, in his paragraphs; a long text shows its beginning until it is asked for. */
export function PostText({ text }: { text: string }) {
  const isLong = text.length > longText || text.split('\n').length > manyLines;
  const [open, setOpen] = useState(false);
  if (text.trim() === '') return null;
  return (
    <>
      <p className={classNames(styles.text, isLong && !open && styles.shortened)} dir="auto">
        {text}
      </p>
      {isLong && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}
