/** Households in the browsers of their members. */
import { expect, test } from 'vitest';
import type { Households } from '../../server/core/contracts/households.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { householdOn, openHousehold } from '../support/households.ts';
import { expectGoodLayout, longWord } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { textsOf } from '../support/texts.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'households', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('are founded, and joined by a link; owner and new member see each other at once', async () => {
    const owner = householdOn(mia.page);
    await mia.page.goto('/');
    await mia.page.getByRole('button', { name: 'Mia' }).click();
    await mia.page.getByRole('menuitem', { name: 'Households' }).click();
    await mia.page.getByRole('heading', { name: 'No household yet' }).waitFor();
    await mia.page.getByRole('button', { name: 'New household' }).click();
    await owner.dialog.getByRole('button', { name: 'Create' }).click();
    await owner.dialog.getByText('Enter a name').waitFor();
    await owner.dialog.getByLabel('Name').fill('Home');
    await owner.dialog.getByRole('button', { name: 'Create' }).click();
    await owner.title('Home').waitFor();
    await expect.poll(() => textsOf(owner.members)).toEqual([expect.stringMatching(/Mia You Owner$/)]);

    await owner.invite.getByRole('button', { name: 'Create invitation' }).click();
    await owner.invite.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await expect.poll(() => owner.invitations.count()).toBe(1);
    const link = await owner.invite.getByText(/\/join\//).innerText();
    const shownCode = (await owner.invite.getByText(/^[0-9A-Z]{5}$/).allInnerTexts()).join('');
    expect(link).toBe(`${new URL(mia.page.url()).host}/join/${shownCode}`);
    await mia.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await owner.invite.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => mia.page.evaluate(() => navigator.clipboard.readText())).toBe(`http://${link}`);

    await sam.page.goto(`/join/${shownCode}`);
    await householdOn(sam.page).title('Mia invites you to Home').waitFor();
    await sam.page.getByText('Joining as Sam').waitFor();
    await sam.page.getByRole('button', { name: 'Join Home' }).click();
    const member = householdOn(sam.page);
    await member.title('Home').waitFor();
    await expect
      .poll(() => textsOf(member.members))
      .toEqual([expect.stringMatching(/Mia Since .* Owner$/), expect.stringMatching(/Sam You Member$/)]);

    await owner.member('Sam').waitFor();
    // The invitation was for one person, so the owner is offered to create another.
    await owner.invite.getByRole('button', { name: 'Create invitation' }).waitFor();
    await expect.poll(() => owner.invitations.count()).toBe(0);
    // Only the owner can change others.
    expect(await sam.page.getByRole('button', { name: /Options for|Rename|Dissolve|Hand over/ }).count()).toBe(0);
  });

  test('show a code once, and for how many people it is', { tags: 'extended' }, async () => {
    const { id } = await openHousehold(browsers, 'Codes', mia);
    const { page } = await browsers.signIn(mia);
    await page.goto(`/households/${id}`);
    const { invite, invitations } = householdOn(page);
    await invite.getByRole('button', { name: 'One more' }).click();
    await invite.getByRole('button', { name: 'One more' }).click();
    await invite.getByRole('button', { name: 'Create invitation' }).click();
    await invite.getByText(/^For up to 3 people, until \w+day \d+ \w+$/).waitFor();
    await invitations.getByText('For up to 3 people').waitFor();
    await invitations.getByText('7 days left', { exact: true }).waitFor();
    // Another number of people needs another invitation.
    await invite.getByRole('button', { name: 'One less' }).click();
    await invite.getByRole('button', { name: 'Create invitation' }).waitFor();
    await invite.getByRole('button', { name: 'One more' }).click();
    await invite.getByText(/^For up to 3 people/).waitFor();
    await page.reload();
    await invite.getByRole('button', { name: 'Create invitation' }).waitFor();
    await invitations.getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => invitations.count()).toBe(0);
  });

  test('are renamed by their owner, for all members at once', { tags: 'extended' }, async () => {
    const { id } = await openHousehold(browsers, 'Flat', mia, sam);
    await sam.page.goto(`/households/${id}`);
    await householdOn(sam.page).title('Flat').waitFor();
    await mia.page.goto(`/households/${id}`);
    await mia.page.getByRole('button', { name: 'Rename household' }).click();
    const { dialog } = householdOn(mia.page);
    await dialog.getByLabel('Name').fill('Our flat');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await householdOn(mia.page).title('Our flat').waitFor();
    await householdOn(sam.page).title('Our flat').waitFor();
  });

  test('tell a removed member once, who leaves the screen at once', async () => {
    const { id } = await openHousehold(browsers, 'Boat', mia, sam);
    await sam.page.goto(`/households/${id}`);
    await householdOn(sam.page).title('Boat').waitFor();
    await atRest(sam.page);
    await mia.page.goto(`/households/${id}`);
    const owner = householdOn(mia.page);
    await owner.choose('Sam', 'Remove');
    await owner.dialog.getByText(/All open invitations are revoked/).waitFor();
    await owner.dialog.getByRole('button', { name: 'Remove member' }).click();
    await owner.member('Sam').waitFor({ state: 'detached' });
    const notice = sam.page.getByRole('status').getByText('You are no longer a member of Boat.');
    await notice.waitFor();
    await expect.poll(() => new URL(sam.page.url()).pathname).not.toBe(`/households/${id}`);
    await atRest(sam.page);
    expect(await notice.count()).toBe(1);
    await sam.page.goto(`/households/${id}`);
    await householdOn(sam.page).title('Household not found').waitFor();
  });

  test('are handed over by the owner, who can then leave', async () => {
    const { id } = await openHousehold(browsers, 'Garden', mia, sam);
    await sam.page.goto(`/households/${id}`);
    await mia.page.goto(`/households/${id}`);
    const [before, after] = [householdOn(mia.page), householdOn(sam.page)];
    await expect.poll(() => before.ending.getByRole('button', { name: 'Leave' }).isDisabled()).toBe(true);
    await before.ending.getByText('An owner hands over before leaving').waitFor();
    await before.ending.getByRole('button', { name: 'Hand over' }).click();
    await before.dialog.getByLabel('Sam').check();
    await before.dialog.getByRole('button', { name: 'Hand over' }).click();
    await before.member('Sam').getByText('Owner').waitFor();
    await after.member('Sam').getByText('Owner').waitFor();
    await after.ending.getByRole('button', { name: 'Dissolve' }).waitFor();

    await before.ending.getByRole('button', { name: 'Leave' }).click();
    await before.dialog.getByRole('button', { name: 'Leave household' }).click();
    await mia.page.getByRole('status').getByText('You left Garden.').waitFor();
    await after.member('Mia').waitFor({ state: 'detached' });
    expect(await mia.page.getByText('You are no longer a member of Garden.').count()).toBe(0);
  });

  test('are dissolved for all members after a confirmation', async () => {
    const { id } = await openHousehold(browsers, 'Camp', mia, sam);
    await sam.page.goto(`/households/${id}`);
    await householdOn(sam.page).title('Camp').waitFor();
    await atRest(sam.page);
    await mia.page.goto(`/households/${id}`);
    const owner = householdOn(mia.page);
    await owner.ending.getByRole('button', { name: 'Dissolve' }).click();
    await owner.dialog.getByText('Its grocery list and its meal plan end for all 2 members').waitFor();
    await owner.dialog.getByRole('button', { name: 'Dissolve household' }).click();
    await mia.page.getByRole('status').getByText('Camp is dissolved.').waitFor();
    await sam.page.getByRole('status').getByText('You are no longer a member of Camp.').waitFor();
  });

  test('show a failure where it happens, and stay as they are', { tags: 'extended' }, async () => {
    const { id } = await openHousehold(browsers, 'Shed', mia, sam);
    const { page } = await browsers.signIn(mia);
    browsers.allowProblems(/status of 500/);
    await page.goto(`/households/${id}`);
    const { invite, choose, dialog, member } = householdOn(page);
    await page.route('**/api/households/**', (route) => route.fulfill({ status: 500, body: '' }));
    await invite.getByRole('button', { name: 'Create invitation' }).click();
    await invite.getByRole('alert').getByText('Failed to create an invitation').waitFor();
    await choose('Sam', 'Remove');
    await dialog.getByRole('button', { name: 'Remove member' }).click();
    await page.getByRole('alert').getByText('Failed to remove the member').waitFor();
    await member('Sam').waitFor();
  });

  test('with twenty members cannot be joined by more', { tags: 'extended' }, async () => {
    const { id } = await openHousehold(browsers, 'Crowd', mia);
    const { page } = await browsers.signIn(mia);
    await page.route('**/api/households', async (route) => {
      const response = await route.fetch();
      const { items }: Households = await response.json();
      const crowd = items.map((household) => ({
        ...household,
        members: [
          ...household.members,
          ...Array.from({ length: 19 }, (_, n) => ({
            uid: `member-${n}`,
            name: `Member ${n}`,
            avatar: null,
            role: 'member',
            joinedAt: '2025-10-01T12:00:00.000Z',
          })),
        ],
      }));
      await route.fulfill({ response, json: { items: crowd } });
    });
    await page.goto(`/households/${id}`);
    const { invite, members } = householdOn(page);
    await invite.getByText(/Crowd has 20 members/).waitFor();
    expect(await members.count()).toBe(20);
    expect(await invite.getByRole('button', { name: 'Create invitation' }).isDisabled()).toBe(true);
  });

  test('fit every screen and are accessible, in light and dark mode', { tags: 'extended' }, async () => {
    const ann = await browsers.register('Ann');
    const { page } = ann;
    await page.goto('/households');
    await page.getByRole('heading', { name: 'No household yet' }).waitFor();
    await expectGoodLayout(page);
    const name = longWord.slice(0, 60);
    const { id } = await openHousehold(browsers, name, ann, sam);
    await openHousehold(browsers, 'Grandma’s', ann);
    await apiOf(browsers.server, sam).invite(id, 5);
    await page.goto('/households');
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    await expectGoodLayout(page);
    await page.goto(`/households/${id}`);
    const { invite, ending, dialog } = householdOn(page);
    await invite.getByRole('button', { name: 'Create invitation' }).click();
    await invite.getByRole('button', { name: 'Share invitation' }).waitFor();
    await expectGoodLayout(page);
    await ending.getByRole('button', { name: 'Hand over' }).click();
    await dialog.getByLabel('Sam').check();
    await expectGoodLayout(page);
  });
});
