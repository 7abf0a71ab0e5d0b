import { Link, type LinkProps } from 'react-router-dom';
import styles from './card-link.module.css';

/** The link of a card, in its heading: all of the card leads there, but for what lies above. The card is `position: relative`. */
export const CardLink = (link: LinkProps) => <Link {...link} className={styles.link} />;
