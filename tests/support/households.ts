/** The screens of households on a page, and households with members. */
import type { Page } from 'playwright-core';
import type { Household } from '../../server/core/contracts/households.ts';
import { apiOf } from './api-of.ts';
import type { Browsers, Person } from './browsers.ts';

export function householdOn(page: Page) {
  const panel = (name: string) => page.getByRole('region', { name });
  const members = panel('Members').getByRole('listitem');
  return {
    title: (name: string) => page.getByRole('heading', { name, level: 1 }),
    members,
    member: (name: string) => members.filter({ hasText: name }),
    invite: panel('Invite someone'),
    invitations: panel('Pending invitations').getByRole('listitem'),
    ending: panel('Moving on'),
    dialog: page.getByRole('dialog'),
    /** Opens the menu of a member and chooses an item. */
    choose: async (name: string, item: string) => {
      await page.getByRole('button', { name: `Options for ${name}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}

/** Founds a household, and lets the others join. */
export async function openHousehold(
  { server }: Browsers,
  name: string,
  owner: Person,
  ...others: readonly Person[]
): Promise<Household> {
  const api = apiOf(server, owner);
  const household = await api.foundHousehold(name);
  if (others.length > 0) {
    const { code } = await api.invite(household.id, others.length);
    for (const other of others) await apiOf(server, other).join(code);
  }
  return household;
}
