/** Likes, comments and the other actions on a recipe's page, in the browsers of two users. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFindings, overflowingElements } from '../support/accessibility.ts';
import { registerAccount } from '../support/accounts.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { sendHeld } from '../support/held-changes.ts';
import { isOnScreen } from '../support/on-screen.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { textsOf } from '../support/texts.ts';
import { withBrowsers } from '../support/with-browsers.ts';

const reactionsOn = (page: Page) => {
  const section = page.getByRole('region', { name: 'I made this' });
  return {
    section,
    like: page.getByRole('button', { name: /^Like/ }),
    plan: page.getByRole('button', { name: 'Plan', exact: true }),
    playlist: page.getByRole('button', { name: 'Playlist', exact: true }),
    share: page.getByRole('button', { name: 'Share' }),
    field: section.getByLabel('How did it turn out?'),
    send: section.getByRole('button', { name: 'Send comment' }),
    comment: (text: string) => section.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) }),
    comments: section.getByRole('listitem'),
    older: section.getByRole('button', { name: 'Show older comments' }),
  };
};

describeWith('chromium', 'reactions to recipes', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  const publish = async (title: string) => {
    const recipe = {
      type: 'image' as const,
      title,
      ingredients: [{ name: 'Flour', amount: '500', unit: 'g' }],
      instructions: ['Knead.'],
    };
    return (await apiOf(browsers.server, mia).publishRecipe(recipe)).id;
  };

  const open = async ({ page }: Person, id: string) => {
    await page.goto(`/recipe/${id}`);
    const on = reactionsOn(page);
    await on.section.waitFor();
    await atRest(page);
    return on;
  };

  test("shows a like and a comment on another user's page at once, and takes them back", async () => {
    const id = await publish('Focaccia');
    const reader = await open(mia, id);
    const { like, field, send, comment } = await open(sam, id);
    await like.click();
    expect(await like.getAttribute('aria-pressed')).toBe('true');
    await reader.like.getByText('1').waitFor();
    expect(await reader.like.getAttribute('aria-pressed')).toBe('false');

    await field.fill('Crisp below,\nsoft above');
    await send.click();
    await expect.poll(() => field.inputValue()).toBe('');
    const shown = reader.section.getByText('Crisp below,');
    await shown.waitFor();
    await reader.section.getByText('1 comment', { exact: true }).waitFor();
    expect(await reader.section.getByRole('button', { name: 'Delete comment' }).count()).toBe(0);

    await like.click();
    await reader.like.getByText('1').waitFor({ state: 'detached' });
    await comment('Crisp below, soft above').getByRole('button', { name: 'Delete comment' }).click();
    await sendHeld(sam.page);
    await shown.waitFor({ state: 'detached' });
  });

  test('suggests authors of recipes after an @ in a comment, and links their names', async () => {
    const account = { name: 'Odette Marchand', email: 'odette-marchand@example.org', password: 'ginger and lime' };
    const odette = { session: await registerAccount(browsers.server.address, account) };
    await apiOf(browsers.server, odette).publishRecipe({ type: 'image', title: 'Tarte of Odette' });
    const id = await publish('Fougasse');
    const { field, send, section } = await open(sam, id);
    await field.pressSequentially('Better than yours, @odette m');
    await sam.page.getByRole('option', { name: 'Odette Marchand' }).waitFor();
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Better than yours, @Odette Marchand ');
    await send.click();
    const mention = section.getByRole('link', { name: '@Odette Marchand' });
    await expect.poll(() => mention.getAttribute('href')).toBe(`/people/${odette.session.uid}`);
  });

  test('shows the newest comments first, and older ones on demand', async () => {
    const id = await publish('Brioche');
    const api = apiOf(browsers.server, sam);
    const { id: first } = await api.commentOnRecipe(id, 'Attempt 1');
    for (let n = 2; n <= 22; n++) await api.commentOnRecipe(id, `Attempt ${n}`);
    const { comments, older, comment } = await open(mia, id);
    await comment('Attempt 22').waitFor();
    expect(await comments.count()).toBe(20);
    expect(await comments.first().innerText()).toContain('Attempt 22');
    await older.click();
    await comment('Attempt 1').waitFor();
    expect([await comments.count(), await older.count()]).toEqual([22, 0]);
    // A link to one of these, as in a notification, fetches them.
    await mia.page.goto(`/recipe/${id}#comment-${first}`);
    await mia.page.reload();
    await comment('Attempt 1').waitFor();
    await expect.poll(() => isOnScreen(comment('Attempt 1'))).toBe(true);
  });

  test('sends what is liked and written without a connection once there is one', async () => {
    browsers.allowProblems(connectionErrors);
    const id = await publish('Rye bread');
    const reader = await open(mia, id);
    const { like, field, send, comment } = await open(sam, id);
    await sam.page.context().setOffline(true);
    await like.click();
    await field.fill('From the cellar');
    await send.click();
    await comment('From the cellar').waitFor();
    expect(await reader.comments.count()).toBe(0);
    await sam.page.context().setOffline(false);
    await reader.comment('From the cellar').waitFor();
    await reader.like.getByText('1').waitFor();
    expect(await reader.comments.count()).toBe(1);
  });

  test('plans the recipe and adds it to a playlist from its page', async () => {
    const [id, other] = [await publish('Ciabatta'), await publish('Baguette')];
    const api = apiOf(browsers.server, sam);
    await api.createPlaylist({ name: 'Breads', description: '', recipes: [{ id: other }] });
    await api.createPlaylist({ name: 'Rolls', description: '', recipes: [{ id }] });
    const { page } = sam;
    const { plan, playlist } = await open(sam, id);
    await plan.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Next week' }).check({ force: true });
    await dialog.getByRole('radio', { name: 'Friday' }).check({ force: true });
    await dialog.getByText('Friday dinner is free.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add to Meal Plan' }).click();
    await page.getByText('Ciabatta is planned for Friday dinner of next week').waitFor();
    await expect.poll(() => api.plannedNextWeek()).toEqual(['Ciabatta']);

    await playlist.click();
    const row = dialog.getByRole('button', { name: /^Breads/ });
    await dialog
      .getByRole('button', { name: /^Rolls/, disabled: true })
      .getByText('keeps at least one')
      .waitFor();
    await row.click();
    await row.getByText('2 recipes').waitFor();
    expect(await row.getAttribute('aria-pressed')).toBe('true');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => api.recipesIn('Breads')).toEqual(['Baguette', 'Ciabatta']);
  });

  test('says what the author has changed, and shows recipes like it at the end', async () => {
    const id = await publish('Bagel with sesame');
    await publish('Bagel with poppy seeds');
    const { page } = await browsers.openVisitor();
    await page.goto(`/recipe/${id}`);
    const open = page.getByRole('button', { name: 'What changed' });
    await page.getByRole('heading', { name: 'Bagel with sesame', level: 1 }).waitFor();
    expect(await open.count()).toBe(0);
    await apiOf(browsers.server, mia).reviseRecipe(id, {
      type: 'image',
      title: 'Bagel with sesame',
      ingredients: [{ name: 'Flour', amount: '450', unit: 'g' }],
      instructions: ['Knead.', 'Boil.'],
    });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'What changed' });
    await dialog.getByText('First version').waitFor();
    expect(await dialog.getByRole('deletion').allTextContents()).toEqual(['Removed: 500 g Flour']);
    expect(await dialog.getByRole('insertion').allTextContents()).toEqual(['Added: 450 g Flour', 'Added: Boil.']);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('region', { name: 'I made this' }).scrollIntoViewIfNeeded();
    const related = page.getByRole('region', { name: 'More like this' });
    await related.getByRole('link', { name: 'Bagel with poppy seeds' }).click();
    await page.getByRole('heading', { name: 'Bagel with poppy seeds', level: 1 }).waitFor();
  });

  test('asks a visitor to log in for a like, and lets them share the link', async () => {
    const id = await publish('Pita');
    const visitor = await browsers.openVisitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = visitor;
    await page.goto(`/recipe/${id}`);
    const { like, share } = reactionsOn(page);
    await share.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    expect([await accessibilityFindings(page), await overflowingElements(page)]).toEqual([[], []]);
    await like.click();
    await page.waitForURL('/login');
  });

  test('makes a recipe the reader’s own, which credits the original and is listed there', async () => {
    const id = await publish('Rye bread of Mia');
    const { page } = sam;
    await open(sam, id);
    await recipesOn(page).choose('Make it yours');
    const { title, ingredients } = formOn(page);
    await expect.poll(() => title.inputValue()).toBe('Rye bread of Mia');
    expect(await textsOf(ingredients)).toEqual(['Flour 500 g']);
    await title.fill('Rye bread with seeds');
    await page.getByRole('button', { name: 'Publish Recipe' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rye bread with seeds' }).waitFor();
    await page.getByText('Based on Rye bread of Mia by Mia').waitFor();
    await atRest(page);
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.getByRole('link', { name: 'Rye bread of Mia' }).click();
    await page.getByRole('button', { name: '1 adaptation', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Adaptations' });
    await dialog.getByRole('link', { name: 'Rye bread with seeds' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('link', { name: 'Rye bread with seeds' }).click();
    await page.getByText('Based on Rye bread of Mia by Mia').waitFor();
    await atRest(page);
    await apiOf(browsers.server, mia).withdrawRecipe(id);
    // The credit stays, without a link.
    await expect.poll(() => page.getByRole('link', { name: 'Rye bread of Mia' }).count()).toBe(0);
    expect(await page.getByText('Based on Rye bread of Mia by Mia').isVisible()).toBe(true);
  });
});
