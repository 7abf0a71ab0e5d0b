import type { Household } from '../../../server/core/contracts/households.ts';

export type Member = Household['members'][number];

export const isOwner = ({ members }: Household, uid: string): boolean =>
  members.some((member) => member.uid === uid && member.role === 'owner');

export const othersThan = ({ members }: Household, uid: string): Member[] =>
  members.filter((member) => member.uid !== uid);
