import type { Account } from '../../../server/core/contracts/staff.ts';
import { api } from '../../lib/api-client.ts';

/** The id of the user whose email it is. @throws ApiError */
export const findByEmail = async (email: string, why: string): Promise<string> =>
  (await api.get<Account>(`/staff/account?${new URLSearchParams({ email, why })}`)).data.uid;
