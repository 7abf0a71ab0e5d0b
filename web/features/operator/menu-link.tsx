import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from 'react-router-dom';
import type { Profile } from '../../../server/core/contracts/profile.ts';
import { api } from '../../lib/api-client.ts';

export interface MenuLinkProps extends Omit<LinkProps, 'to' | 'children'> {
  uid: string;
}

/** The entries of the profile menu for the staff: the operators' console, and the moderators' queue. Nothing for others. */
export function MenuLink({ uid, ...link }: MenuLinkProps) {
  const { data } = useQuery({
    queryKey: ['profile', uid],
    queryFn: async ({ signal }) => (await api.get<Profile>('/users/profile', { signal })).data,
    meta: { reader: uid },
  });
  const roles = data?.roles ?? [];
  return (
    <>
      {roles.includes('moderator') && (
        <Link {...link} to="/moderation">
          Moderation
        </Link>
      )}
      {roles.includes('operator') && (
        <Link {...link} to="/operator">
          Operator console
        </Link>
      )}
    </>
  );
}
