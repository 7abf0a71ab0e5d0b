import { Link } from 'react-router-dom';
import { LinkButton } from '../components/button.tsx';
import { AddIcon } from '../components/icons.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useSession } from '../lib/identity/session.ts';
import styles from './home.module.css';

/** The promise, and the way to what there is. */
export function Home() {
  useDocumentTitle();
  const signedIn = useSession().status === 'signedIn';
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div>
          {signedIn ? <h1 className={styles.greeting}>What are we cooking?</h1> : <Invitation />}
          <div className={styles.buttons}>
            <LinkButton to="/community" variant="primary" size="large">
              Community
            </LinkButton>
            <LinkButton to="/grocery-list" size="large">
              Grocery List
            </LinkButton>
          </div>
        </div>
        <img
          className={styles.table}
          src="/art/band-720.webp"
          srcSet="/art/band-720.webp 720w, /art/band-1440.webp 1440w"
          sizes="(min-width: 1024px) 50vw, 100vw"
          width="720"
          height="340"
          alt=""
        />
      </section>
      <ul className={styles.ways}>
        <Way to="/community" picture="greek" title="What others cook">
          Posts, likes and comments appear while you watch.
        </Way>
        <Way to="/grocery-list" picture="feta" title="One list for the shop">
          What you check off on your phone is off the list on every screen.
        </Way>
      </ul>
      <Link to="/create-recipe" aria-label="Add a recipe" title="Add a recipe" className={styles.add}>
        <AddIcon size={26} />
      </Link>
    </div>
  );
}

/** What a visitor reads first. */
function Invitation() {
  return (
    <>
      <h1 className={styles.promise}>Good food is better shared.</h1>
      <p className={styles.lead}>Browse recipes, plan the week and shop from one list with the people you eat with.</p>
    </>
  );
}

function Way({ to, picture, title, children }: { to: string; picture: string; title: string; children: string }) {
  return (
    <li className={styles.way}>
      <img
        src={`/art/${picture}-card-480.webp`}
        srcSet={`/art/${picture}-card-480.webp 480w, /art/${picture}-card-960.webp 960w`}
        sizes="(min-width: 768px) 50vw, 100vw"
        width="480"
        height="240"
        loading="lazy"
        alt=""
      />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={to}>{title}</Link>
        </h2>
        <p>{children}</p>
      </div>
    </li>
  );
}
