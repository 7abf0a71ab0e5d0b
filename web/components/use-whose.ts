import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Household } from '../../server/core/contracts/households.ts';
import { followHouseholds, householdsQuery } from '../lib/households/households.ts';
import { type NamedHousehold, saveHouseholds, useSavedHouseholds } from '../lib/households/saved-households.ts';
import { notify } from '../lib/notices.ts';

export interface Whose {
  /** The id of the owner of the shown list and plan: a household, or the user. */
  whose: string;
  /** The household if it is one, once it is fetched. */
  household: Household | undefined;
  /** All households of the user. */
  all: readonly NamedHousehold[];
}

/** Whose list and plan the user has chosen to see. Returns to their own, and says so once, when the membership ends. */
export function useWhose(reader: string): Whose {
  const { known, chosen = null } = useSavedHouseholds();
  const { data, isFetching } = useQuery(householdsQuery(reader));
  useEffect(followHouseholds, []);
  useEffect(() => {
    if (!data || isFetching) return;
    const ended = saveHouseholds(data);
    if (ended !== undefined) notify.info(`You are no longer a member of ${ended}.`);
  }, [data, isFetching]);

  // Until it is fetched, the saved choice counts. A household that has just ended is not shown while others are fetched.
  const household = data?.find(({ id }) => id === chosen);
  const isMember = household !== undefined || data === undefined;
  return { whose: chosen !== null && isMember ? chosen : reader, household, all: data ?? known };
}
