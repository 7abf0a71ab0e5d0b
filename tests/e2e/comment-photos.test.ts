/** Photos in comments, and pictures that a form names by their address. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { photo } from '../support/photos.ts';
import { formOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

const takePhoto = async (width: number) => ({
  name: `IMG_${width}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await photo({ width, height: 500 }).jpeg().toBuffer(),
});

const commentsOn = (page: Page) => ({
  add: page.getByRole('button', { name: 'Add photos' }),
  chooser: page.getByLabel('Photos', { exact: true }).locator('xpath=self::input'),
  field: page.getByRole('group', { name: 'Photos', exact: true }),
  words: page.getByLabel('What does it show?'),
  send: page.getByRole('button', { name: 'Send comment' }),
  comments: page.getByRole('list', { name: 'Comments' }),
  viewer: page.getByRole('dialog'),
});

describeWith('chromium', 'photos in comments', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('on a recipe are described, seen by others at once, and gone when the comment is deleted', async () => {
    const { id } = await apiOf(browsers.server, mia).publishRecipe({ type: 'image', title: 'Photographed stew' });
    await Promise.all([mia, sam].map(({ page }) => page.goto(`/recipe/${id}`)));
    const [reader, writer] = [commentsOn(mia.page), commentsOn(sam.page)];
    await writer.add.click();
    await writer.chooser.setInputFiles(await Promise.all([700, 710].map(takePhoto)));
    await expect.poll(() => writer.words.count()).toBe(2);
    await writer.words.nth(0).fill('A deep pot of stew');
    // What was attached is part of the draft.
    await sam.page.reload();
    await expect.poll(() => writer.words.first().inputValue()).toBe('A deep pot of stew');
    await expectGoodLayout(sam.page);
    await writer.send.click();
    await expect.poll(() => writer.field.count()).toBe(0);
    const first = reader.comments.getByRole('button', { name: 'Open photo 1 of 2: A deep pot of stew' });
    await first.click();
    await reader.viewer.getByRole('img', { name: 'A deep pot of stew' }).waitFor();
    await reader.viewer.getByRole('button', { name: 'Close' }).click();
    await writer.comments.getByRole('button', { name: /^Delete/ }).click();
    await expect.poll(() => first.count()).toBe(0);
  });

  test('can be given up while none is chosen, and asked for again', async () => {
    const { id } = await apiOf(browsers.server, mia).publishRecipe({ type: 'image', title: 'Unphotographed stew' });
    const { page } = sam;
    const { add, chooser, field, words } = commentsOn(page);
    const cancel = field.getByRole('button', { name: 'Cancel photos' });
    await page.goto(`/recipe/${id}`);
    await add.click();
    await cancel.click();
    await expect.poll(() => field.count()).toBe(0);
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
    await add.press('Enter');
    await chooser.setInputFiles(await takePhoto(730));
    await words.waitFor();
    expect(await cancel.count()).toBe(0);
    await field.getByRole('button', { name: 'Remove photo' }).click();
    await cancel.click();
    await add.waitFor();
    await page.reload();
    await add.waitFor();
    expect(await field.count()).toBe(0);
  });

  test('on a post wait for a connection, and the comment for them', async () => {
    browsers.allowProblems(connectionErrors);
    const { id } = await apiOf(browsers.server, mia).publish({ title: 'Who photographed it?' });
    const { page, context } = await browsers.signIn(sam);
    await page.goto(`/community/${id}`);
    const { add, chooser, field, words, send, comments } = commentsOn(page);
    await add.click();
    await field.waitFor();
    await atRest(page);
    await context.setOffline(true);
    await chooser.setInputFiles(await takePhoto(720));
    await field.getByText('Waits for a connection').waitFor();
    await page.getByLabel('Write a comment').fill('Here it is');
    await send.click();
    await field.getByText('Not everything has arrived yet').waitFor();
    await context.setOffline(false);
    await words.fill('On the table');
    await send.click();
    const shown = comments.getByRole('button', { name: 'Open photo: On the table' });
    await shown.waitFor();
    await expect.poll(() => field.count()).toBe(0);
    await comments.getByRole('button', { name: /^Delete/ }).click();
    await expect.poll(() => shown.count()).toBe(0);
  });

  test('of another site that cannot be loaded are refused beside the address, and nothing is lost', async () => {
    browsers.allowProblems(/status of 422/);
    const { page } = mia;
    await page.goto('/create-recipe');
    const form = formOn(page);
    await form.title.fill('Borrowed picture');
    await form.imageUrl.fill('https://elsewhere.invalid/soup.jpg');
    const problem = /We could not load this picture: nothing can be opened at its address/;
    await page.getByRole('figure', { name: 'Preview' }).getByText(problem).waitFor();
    await form.create.click();
    await expect.poll(() => page.getByText(problem).count()).toBe(2);
    expect(await form.imageUrl.getAttribute('aria-invalid')).toBe('true');
    expect(await form.title.inputValue()).toBe('Borrowed picture');
  });
});
