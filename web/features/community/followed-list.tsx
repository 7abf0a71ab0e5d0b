import type { Person } from '../../../server/core/contracts/people.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { undoOffers } from '../../lib/undo-offers.ts';
import styles from './followed-list.module.css';
import { useFollowing } from './following.ts';
import { PersonRow } from './person-row.tsx';

/** Whom the user follows, the last one first. Only they see it. */
export function FollowedPeople({ reader }: { reader: string }) {
  const { query, shown, change } = useFollowing(reader);
  const unfollow = (person: Person) => {
    const changeKey = change(person, false);
    const message = (
      <>
        Unfollowed <b>{person.name}</b>
      </>
    );
    undoOffers.show({ changeKey, message, onUndo: () => change(person, true) });
  };
  return (
    <>
      <LoadFailure query={query} subject="This page" className={styles.alert}>
        Failed to fetch whom you follow
      </LoadFailure>
      {query.isPending && <Skeleton height={148} radius={20} className={styles.card} />}
      {shown && <p className={styles.hint}>Only you see this list.</p>}
      {shown?.items.length === 0 && (
        <EmptyState
          title="You follow nobody yet"
          text="Follow people to find what they post in one place."
          action={<LinkButton to="/community/following">Find people</LinkButton>}
        />
      )}
      {shown && shown.items.length > 0 && (
        <Card as="section" className={styles.card} aria-label="People you follow">
          <ul>
            {shown.items.map((person) => (
              <PersonRow key={person.uid} person={person}>
                <Button size="small" aria-label={`Unfollow ${person.name}`} onClick={() => unfollow(person)}>
                  Unfollow
                </Button>
              </PersonRow>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
