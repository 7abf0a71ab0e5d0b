import { Link, type LinkProps } from 'react-router-dom';
import styles from './card-link.module.css';

/** The link in a card's heading. It covers the card, which must be `position: relative`, below any raised controls. */
export const CardLink = (link: LinkProps) => <Link {...link} className={styles.link} />;
