import { type ComponentType, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Card } from './card.tsx';
import { type IconProps, RightIcon } from './icons.tsx';
import styles from './kept-places.module.css';

/** A screen that can be shown without a connection. */
export interface KeptPlace {
  to: string;
  title: string;
  /** What of it is here, and as of when. */
  text: string;
  Icon: ComponentType<IconProps>;
}

type Source = () => Promise<readonly KeptPlace[]>;
let findPlaces: Source = async () => [];

/** Sets the function that finds what the current user has here. It is called when the places are shown. */
export function setKeptPlaces(source: Source): void {
  findPlaces = source;
}

/** What can be opened without a connection. Nothing if nothing can. */
export function KeptPlaces() {
  const [places, setPlaces] = useState<readonly KeptPlace[]>([]);
  useEffect(() => {
    let isMounted = true;
    const find = async () => {
      const found = await findPlaces();
      if (isMounted) setPlaces(found);
    };
    find().catch(reportError);
    return () => {
      isMounted = false;
    };
  }, []);
  if (places.length === 0) return null;
  return (
    <section className={styles.kept}>
      <h2 className={styles.heading}>Here without one</h2>
      <Card as="ul" className={styles.places}>
        {places.map(({ to, title, text, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.place}>
              <span className={styles.icon}>
                <Icon />
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{title}</span>
                <span className={styles.text}>{text}</span>
              </span>
              <RightIcon size={16} />
            </Link>
          </li>
        ))}
      </Card>
    </section>
  );
}
