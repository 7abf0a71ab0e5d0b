/**
 * What operators do in the console: pause, rebuild, verify, grant.
 * @module-tag extended
 */
import { expect, test } from 'vitest';
import type { Browsers, Person } from '../support/browsers.ts';
import { consoleOn } from '../support/console.ts';
import { describeWith } from '../support/requirements.ts';
import { withOperator } from '../support/with-operator.ts';

/** Events are sealed within a minute, which the page finds within another quarter. */
const sealedAndReadMs = 80_000;

describeWith('chromium', 'the console', (chromium) => {
  let browsers: Browsers;
  let alex: Person;
  let mia: Person;

  withOperator(chromium, (opened) => {
    ({ browsers, alex, mia } = opened);
  });

  test('pauses and resumes a projection, which the overview says', async () => {
    const { page } = alex;
    await page.goto('/operator/projections');
    await page.getByRole('button', { name: 'Pause playlists' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('listitem').filter({ hasText: 'playlists' }).getByText('Paused').waitFor();
    await consoleOn(page).link('Overview').click();
    await page.getByText('playlists is paused').waitFor();
    await consoleOn(page).link('Projections').click();
    await page.getByRole('button', { name: 'Resume playlists' }).click();
    await page.getByRole('button', { name: 'Pause playlists' }).waitFor();
  });

  test('rebuilds a projection, and says that it has', async () => {
    const { page } = alex;
    await page.goto('/operator/projections');
    await page.getByRole('button', { name: 'Rebuild recipes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
    const recipes = page.getByRole('listitem').filter({ hasText: 'recipes' });
    await recipes
      .getByText(/^Rebuilt, requested/)
      .getByText('Alex')
      .waitFor();
    await recipes.getByText('Live').waitFor();
    await consoleOn(page).link('Overview').click();
    await consoleOn(page).panel('What operators did').getByText('started a rebuild of recipes').waitFor();
  });

  test('verifies the read models and the seals', async () => {
    const { page } = alex;
    await page.goto('/operator/verify');
    await page.getByText('Nothing verified yet').waitFor();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('No difference').waitFor();
    await consoleOn(page).rows('Read models').filter({ hasText: 'grocery-list' }).getByText('Same').waitFor();
    // What anybody may read and keep.
    await page
      .getByRole('button', { name: /^Save the checkpoint/ })
      .first()
      .waitFor({ timeout: sealedAndReadMs });
    const kept = await (await fetch(`${browsers.server.address}/api/audit/checkpoint`)).text();
    const choose = (text: string) =>
      page
        .getByLabel('Kept checkpoint')
        .setInputFiles({ name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    browsers.allowProblems(/status of 400 .*consistency-proof/);
    await choose('The milk');
    await page.getByText('That is not a checkpoint').waitFor();
    await choose(kept);
    await page.getByText(`The first ${kept.split('\n')[1]} events are as they were sealed.`).waitFor();
    await consoleOn(page).link('Projections').click();
    const list = page.getByRole('listitem').filter({ hasText: 'grocery-list' });
    await list.getByText(/^Verified .*: no difference$/).waitFor();
  });

  test('grants a role by email and revokes it, at once', async () => {
    // Mia's page still reads when her role ends.
    browsers.allowProblems(/4(04|22).*api[/](staff|audit)/);
    const { page } = alex;
    const { rows } = consoleOn(page);
    await page.goto('/operator/staff');
    const who = page.getByLabel('Email or user id');
    await who.fill('nobody@example.org');
    await page.getByRole('button', { name: 'Grant' }).click();
    await page.getByText('There is no account with this email').waitFor();
    await who.fill(mia.email);
    await page.getByRole('button', { name: 'Grant' }).click();
    await rows('Roles').filter({ hasText: 'Mia' }).getByText('Alex').waitFor();
    await mia.page.goto('/operator');
    await mia.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Revoke operator of Mia' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => rows('Roles').filter({ hasText: 'Mia' }).count()).toBe(0);
    await mia.page.reload();
    await mia.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});
