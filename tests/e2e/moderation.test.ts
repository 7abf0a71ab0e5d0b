/** A post is reported, hidden and restored, as its author, another member and a moderator see it at the same time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { accessibilityFindings, overflowingElements } from '../support/accessibility.ts';
import { apiOf } from '../support/api-of.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { grantRole } from '../support/operators.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'moderation', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;
  let dee: Person;

  const folder = mkdtempSync(join(tmpdir(), 'potluck-moderation-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  withOwnServer(
    chromium,
    async (opened) => {
      browsers = opened;
      [mia, sam, dee] = [
        await opened.register('Mia Writer'),
        await opened.register('Sam Reader'),
        await opened.register('Dee Moderator'),
      ];
      await grantRole(folder, dee, 'moderator');
    },
    async () => ({ DATA_DIR: folder }),
  );

  const decide = async (label: 'Hide' | 'Restore' | 'Suspend', reason: string) => {
    const { page } = dee;
    await page.getByRole('button', { name: label, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: label, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  test('a reported post is hidden at once, its author appeals, and it is restored', async () => {
    const { id } = await apiOf(browsers.server, mia).publish({ title: 'Cheap pans', content: 'Buy them here' });
    await Promise.all([sam.page.goto('/community'), mia.page.goto(`/community/${id}`)]);
    const { card } = feedOn(sam.page).post('Cheap pans');
    await card.getByRole('button', { name: 'More about Mia Writer' }).click();
    await sam.page.getByRole('menuitem', { name: 'Report' }).click();
    const report = sam.page.getByRole('dialog');
    await report.getByLabel('Spam or advertising').check();
    await report.getByRole('button', { name: 'Send report' }).click();
    await sam.page.getByText('A moderator will look at it').waitFor();

    await dee.page.goto('/community');
    await dee.page.getByRole('button', { name: 'Dee Moderator' }).click();
    await dee.page.getByRole('menuitem', { name: 'Moderation' }).click();
    await dee.page.getByRole('heading', { level: 2, name: 'Cheap pans' }).waitFor();
    await dee.page.getByText('Sam Reader').waitFor();
    await dee.page.setViewportSize({ width: 360, height: 780 });
    expect([await accessibilityFindings(dee.page), await overflowingElements(dee.page)]).toEqual([[], []]);
    await decide('Hide', 'No advertising');

    await card.waitFor({ state: 'detached' });
    await mia.page.getByText('No advertising').waitFor();
    await mia.page.getByRole('heading', { level: 1, name: 'Cheap pans' }).waitFor();
    await mia.page.getByRole('button', { name: 'Appeal' }).click();
    const appeal = mia.page.getByRole('dialog');
    await appeal.getByLabel('Why should this be changed?').fill('The pans are mine');
    await appeal.getByRole('button', { name: 'Send appeal' }).click();
    await mia.page.getByText('You have appealed').waitFor();

    await dee.page.getByRole('link', { name: 'Appeals' }).click();
    await dee.page.getByText('The pans are mine').waitFor();
    await decide('Restore', 'They are hers');
    await dee.page.getByText('No appeals').waitFor();
    await mia.page.getByText('No advertising').waitFor({ state: 'detached' });
    await card.waitFor();

    await dee.page.getByRole('link', { name: 'Log', exact: true }).click();
    const entries = dee.page.getByRole('listitem').filter({ hasText: 'Cheap pans' });
    await entries.filter({ hasText: 'They are hers' }).getByRole('link', { name: 'Cheap pans' }).waitFor();
    expect(await entries.count()).toBe(2);
    expect(await entries.getByRole('button').count()).toBe(0);
    expect([await accessibilityFindings(dee.page), await overflowingElements(dee.page)]).toEqual([[], []]);
  });

  test('on a phone, the back button does not cover why a recipe is hidden', async () => {
    const { id } = await apiOf(browsers.server, mia).publishRecipe({ type: 'image', title: 'Pan cake' });
    await dee.page.goto(`/recipe/${id}`);
    await dee.page.getByRole('button', { name: 'Recipe options' }).click();
    await dee.page.getByRole('menuitem', { name: 'Report' }).click();
    await dee.page.getByLabel('Spam or advertising').check();
    await dee.page.getByRole('button', { name: 'Send report' }).click();
    await dee.page.getByText('A moderator will look at it').waitFor();
    await dee.page.goto('/moderation');
    await dee.page.getByRole('heading', { level: 2, name: 'Pan cake' }).waitFor();
    await decide('Hide', 'No advertising');

    const { page } = await browsers.signIn(mia, { viewport: { width: 360, height: 780 } });
    await page.goto(`/recipe/${id}`);
    const reason = await page.getByText('Hidden by a moderator').boundingBox();
    const back = await page.getByRole('button', { name: 'Back' }).boundingBox();
    expect(reason?.y).toBeGreaterThan((back?.y ?? 0) + (back?.height ?? 0));
  });

  test('a suspended member with all their works hidden reads why, and others find no page of moderators', async () => {
    browsers.allowProblems(/404.*\/(?:api\/)?moderation/);
    await sam.page.goto('/moderation');
    await sam.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await apiOf(browsers.server, mia).publish({ title: 'Cheap pots', content: 'Buy them here' });
    await dee.page.goto(`/people/${mia.session.uid}`);
    await dee.page.getByRole('button', { name: 'Person options' }).click();
    await dee.page.getByRole('menuitem', { name: 'Report' }).click();
    await dee.page.getByLabel('Something else').check();
    await dee.page.getByRole('button', { name: 'Send report' }).click();
    await dee.page.getByText('A moderator will look at it').waitFor();
    await dee.page.goto('/moderation');
    await dee.page.getByRole('button', { name: 'Hide all they wrote' }).click();
    const dialog = dee.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Nothing but pans');
    await dialog.getByRole('button', { name: 'Hide all' }).click();
    await dialog.waitFor({ state: 'detached' });
    await dee.page.getByRole('button', { name: 'Restore all they wrote' }).waitFor();
    await decide('Suspend', 'Advertising again');
    await dee.page.getByRole('link', { name: 'Log', exact: true }).click();
    await dee.page.getByText('hid all works of Mia Writer').waitFor();
    expect([await accessibilityFindings(dee.page), await overflowingElements(dee.page)]).toEqual([[], []]);
    await sam.page.goto(`/people/${mia.session.uid}`);
    await sam.page.getByText('No posts yet').waitFor();
    await mia.page.goto('/notifications');
    await mia.page.getByText('Moderators restored your post Cheap pans').waitFor();
    expect([await accessibilityFindings(mia.page), await overflowingElements(mia.page)]).toEqual([[], []]);
    await mia.page.getByText('Moderators hid all that you have published').waitFor();
    await mia.page.getByText('Moderators suspended you').click();
    await mia.page.waitForURL('**/profile');
    await mia.page.getByText('You are suspended until').waitFor();
    await mia.page.getByText('Advertising again').waitFor();
    await mia.page.getByRole('link', { name: 'All that you have published' }).waitFor();
    expect(await accessibilityFindings(mia.page)).toEqual([]);

    await mia.page.getByRole('button', { name: 'Edit Profile' }).click();
    await mia.page.getByLabel('Username').fill('Cheap pots here');
    browsers.allowProblems(/403.*\/api\/users\/profile/);
    await mia.page.getByRole('button', { name: 'Save Changes' }).click();
    await mia.page.getByRole('alert').filter({ hasText: 'A moderator has suspended you' }).waitFor();
    await mia.page.getByRole('button', { name: 'Cancel' }).click();
    await mia.page.getByRole('heading', { level: 2, name: 'Mia Writer' }).waitFor();
  });
});
