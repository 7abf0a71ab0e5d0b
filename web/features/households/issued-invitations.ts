import type { Household, IssuedInvitation } from '../../../server/core/contracts/households.ts';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { onUserLeft } from '../../lib/identity/session.ts';
import { createStore } from '../../lib/store.ts';
import { includes } from '../../lib/sync/versioned.ts';

interface Issued extends IssuedInvitation {
  /** The revision of the household that includes the invitation. */
  readonly revision: Revision;
}

/** The last invitation that the user issued in each household. Only in memory: a code is shown once. */
const issuedIn = createStore<ReadonlyMap<string, Issued>>(new Map());

onUserLeft(() => issuedIn.set(new Map()));

export function keepIssued(householdId: string, issued: Issued): void {
  issuedIn.set(new Map(issuedIn.get()).set(householdId, issued));
}

/** With how many may still join. Undefined once the invitation was used up or revoked, or has expired. */
export function useIssued(household: Household): (Issued & { readonly usesLeft: number }) | undefined {
  const issued = issuedIn.useSelected((all) => all.get(household.id));
  if (!issued) return undefined;
  const open = household.invitations.find(({ id }) => id === issued.id);
  if (!open && includes(household, issued.revision)) return undefined;
  return { ...issued, usesLeft: open?.usesLeft ?? issued.uses };
}
