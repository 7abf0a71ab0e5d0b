import { expect } from 'vitest';
import type { Household, Households, IssuedInvitation } from '../../server/core/contracts/households.ts';
import type { TestApp } from './test-app.ts';

/**
 * Calls of users for their households.
 * @param app returns the application, once it is open
 */
export function householdCalls(app: () => TestApp) {
  const found = async (as: string, ...members: string[]): Promise<Household> => {
    const household: Household = (await app().as(as).post('/api/households', { name: 'Home' })).json();
    if (members.length > 0) {
      const { code } = await invite(as, household, members.length);
      for (const member of members) expect((await join(member, code)).statusCode).toBe(200);
    }
    return household;
  };
  const invite = async (as: string, { id }: Household, uses = 1): Promise<IssuedInvitation> => {
    const response = await app().as(as).post(`/api/households/${id}/invitations`, { uses });
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const join = (as: string, code: string) => app().as(as).post('/api/households/join', { code });
  const seenBy = async (as: string, { id }: Household): Promise<Household | undefined> =>
    (await app().as(as).get('/api/households')).json<Households>().items.find((household) => household.id === id);
  return {
    found,
    invite,
    join,
    end: (as: string, { id }: Household, uid: string) => app().as(as).delete(`/api/households/${id}/members/${uid}`),
    dissolve: (as: string, { id }: Household) => app().as(as).delete(`/api/households/${id}`),
    seenBy,
    rolesSeenBy: async (as: string, household: Household): Promise<string[] | undefined> =>
      (await seenBy(as, household))?.members.map(({ uid, role }) => `${uid}: ${role}`),
  };
}

/** The status of a response, with the code of its error. */
export const outcome = (response: { statusCode: number; json(): { code?: string } }): number | string =>
  response.statusCode < 300 ? response.statusCode : `${response.statusCode} ${response.json().code}`;
