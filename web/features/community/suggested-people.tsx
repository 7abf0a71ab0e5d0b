import { useQuery } from '@tanstack/react-query';
import type { People } from '../../../server/core/contracts/people.ts';
import { Card } from '../../components/card.tsx';
import { api } from '../../lib/api-client.ts';
import { FollowButton } from './follow-button.tsx';
import { PersonRow } from './person-row.tsx';
import styles from './suggested-people.module.css';

/** People to follow. Those who are followed here stay, so that nothing jumps. Nothing, if there are none. */
export function SuggestedPeople({ reader }: { reader: string }) {
  const { data } = useQuery({
    queryKey: ['suggested-people', reader],
    queryFn: async ({ signal }) => (await api.get<People>('/following/suggestions', { signal })).data.items,
    meta: { reader },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!data || data.length === 0) return null;
  return (
    <Card as="section" className={styles.card} aria-label="People to follow">
      <h2 className={styles.title}>People to follow</h2>
      <ul>
        {data.map((person) => (
          <PersonRow key={person.uid} person={person}>
            <FollowButton person={person} size="small" />
          </PersonRow>
        ))}
      </ul>
    </Card>
  );
}
