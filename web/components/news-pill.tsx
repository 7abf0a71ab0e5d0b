import { UpIcon } from './icons.tsx';
import styles from './news-pill.module.css';

export interface NewsPillProps {
  /** E.g. "2 new posts"; undefined while there is nothing new. */
  words: string | undefined;
  onShow: () => void;
}

/** Says that there is something new and shows it when it is pressed. It lies over what is there and moves nothing. */
export function NewsPill({ words, onShow }: NewsPillProps) {
  return (
    <div role="status" className={styles.place}>
      {words && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <UpIcon size={16} />
          {words}
        </button>
      )}
    </div>
  );
}
