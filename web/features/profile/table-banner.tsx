import styles from './profile-screen.module.css';

/** A decorative picture of a laid table. */
export const TableBanner = () => (
  <img
    src="/art/band-720.webp"
    srcSet="/art/band-720.webp 720w, /art/band-1440.webp 1440w"
    sizes="(min-width: 768px) 680px, 100vw"
    width="720"
    height="340"
    alt=""
    className={styles.table}
  />
);
