import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { peopleQuery } from '../../../lib/people-query.ts';
import { eventsAddress } from '../events/filters.ts';
import { MissingOrFailed } from '../missing-or-failed.tsx';
import { Panel } from '../panel.tsx';
import { Person } from '../person.tsx';
import { accountQuery } from './api.ts';

/**
 * Ids of the people whom a search could mean: whose email it is, or whose name begins so.
 * @param entered what was searched last by Enter. An email is looked up only then: its user finds that in their record
 */
export function useFoundPeople(why: string, query: string, entered: string) {
  const isEmail = query.includes('@') && query === entered;
  // The names of streams have a dash after their kind.
  const isName = query !== '' && !/[@-]/.test(query);
  const people = useQuery({ ...peopleQuery(query.toLowerCase()), enabled: isName });
  const account = useQuery({ ...accountQuery(why, query), enabled: isEmail });
  const named = isName ? (people.data ?? []).map(({ uid }) => uid) : [];
  return { uids: isEmail && account.data !== undefined ? [account.data] : named, account };
}

export interface FoundPeopleProps {
  found: ReturnType<typeof useFoundPeople>;
  /** Shows the streams of a person. */
  onChoose: (uid: string) => void;
}

export function FoundPeople({ found: { uids, account }, onChoose }: FoundPeopleProps) {
  return (
    <>
      <MissingOrFailed query={account} subject="The person" missing="There is no account with this email." />
      {uids.length > 0 && (
        <Panel title="People">
          <ul className="op-people">
            {uids.map((uid) => (
              <li key={uid}>
                <Person uid={uid} size={32} />
                <button type="button" className="op-link" onClick={() => onChoose(uid)}>
                  Streams
                </button>
                <Link to={eventsAddress({ actor: uid })} className="op-link">
                  Events
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
