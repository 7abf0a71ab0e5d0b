import { useQuery } from '@tanstack/react-query';
import type { StoredPicture } from '../../server/core/contracts/pictures.ts';
import { api } from './api-client.ts';
import { failureText } from './failure-text.ts';
import { useSession } from './identity/session.ts';
import { ownAddress } from './picture-address.ts';

export interface OwnPicture {
  /** From which this browser loads it. Undefined while the server fetches it, or if it cannot. */
  readonly address?: string | undefined;
  /** Why the server cannot fetch it. */
  readonly problem?: string | undefined;
}

/** The server remembers for longer what it has fetched. */
const staleAfterMs = 5 * 60_000;

/** A picture at an address in a form, which nothing has published yet: the server fetches it for the preview. */
export function useOwnPicture(address: string | undefined): OwnPicture {
  const isElsewhere = address !== undefined && ownAddress(address, 1) !== address;
  const isSignedIn = useSession().status === 'signedIn';
  const { data, error } = useQuery({
    queryKey: ['pictures', 'by-address', address],
    queryFn: async ({ signal }) =>
      (await api.send<StoredPicture>('POST', '/pictures/by-address', { url: address }, { signal })).data,
    enabled: isElsewhere && isSignedIn,
    staleTime: staleAfterMs,
    retry: false,
  });
  if (!isElsewhere) return { address };
  if (!isSignedIn) return { problem: 'Log in to see this picture here' };
  return {
    address: data?.pictures.at(-1)?.url,
    problem: error ? failureText(error, 'The picture cannot be shown without a connection') : undefined,
  };
}
