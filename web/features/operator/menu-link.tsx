import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from 'react-router-dom';
import type { Profile } from '../../../server/core/contracts/profile.ts';
import { api } from '../../lib/api-client.ts';

export interface MenuLinkProps extends Omit<LinkProps, 'to' | 'children'> {
  uid: string;
}

/** The entry of the profile menu that opens the console; nothing for a user who is no operator. */
export function MenuLink({ uid, ...link }: MenuLinkProps) {
  const { data } = useQuery({
    queryKey: ['profile', uid],
    queryFn: async ({ signal }) => (await api.get<Profile>('/users/profile', { signal })).data,
    meta: { reader: uid },
  });
  if (!data?.roles?.includes('operator')) return null;
  return (
    <Link {...link} to="/operator">
      Operator console
    </Link>
  );
}
