/** Photos in the forms of recipes and posts, and how others see them. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { photo } from '../support/photos.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A photo as a phone takes it: on its side, with the place in its metadata. */
const fromPhone = async (width = 1200): Promise<ChosenFile> => {
  const taken = photo({ width, height: 800 })
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N' } });
  return { name: 'IMG_0815.jpg', mimeType: 'image/jpeg', buffer: await taken.jpeg().toBuffer() };
};
const noPicture: ChosenFile = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('milk, feta') };

const photosOn = (page: Page, label: 'Photo' | 'Photos') => ({
  chooser: page.getByLabel(label, { exact: true }).locator('xpath=self::input'),
  field: page.getByRole('group', { name: label, exact: true }),
  words: page.getByLabel('What does it show?'),
});

/** The width of the file that the browser has chosen for an image. */
const chosenWidth = (image: Locator) =>
  image.evaluate(({ currentSrc }: HTMLImageElement) => Number(currentSrc.split('/').at(-1)));

/** Lets the page get files as if the user had dropped or pasted them. */
const give = (element: Locator, kind: 'drop' | 'paste', { name, mimeType, buffer }: ChosenFile, text = '') =>
  element.evaluate(
    (target, file) => {
      const bytes = Uint8Array.from(atob(file.base64), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], file.name, { type: file.mimeType }));
      if (file.text !== '') transfer.setData('text/plain', file.text);
      const init = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        file.kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
      );
    },
    { kind, name, mimeType, text, base64: buffer.toString('base64') },
  );

describeWith('chromium', 'photos', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  test('of a recipe are chosen, described, and seen by others upright and in the width that they need', async () => {
    const { page } = mia;
    await page.goto('/create-recipe');
    const form = formOn(page);
    const { chooser, words } = photosOn(page, 'Photo');
    await form.title.fill('Upright soup');
    await chooser.setInputFiles(await fromPhone());
    await words.fill('A bowl of soup');
    await expect.poll(() => form.imageUrl.count(), { message: 'no address beside a photo' }).toBe(0);
    await form.create.click();
    await page.waitForURL('**/recipe/*');

    const visitor = await browsers.visit('/', { viewport: { width: 360, height: 780 } });
    const card = recipesOn(visitor.page).card('Upright soup');
    await expect.poll(() => chosenWidth(card.locator('img'))).toBe(320);
    const { width = 0, height = 1 } = (await card.locator('img').boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(800 / 1200, 1);
    await card.getByRole('link').click();
    const picture = visitor.page.getByRole('img', { name: 'A bowl of soup' });
    await expect.poll(() => chosenWidth(picture)).toBe(640);
  });

  test('of a recipe are dropped, pasted and removed, and survive a reload', async () => {
    const { page } = mia;
    await page.goto('/create-recipe');
    const { field, words, chooser } = photosOn(page, 'Photo');
    const remove = page.getByRole('button', { name: 'Remove photo' });
    await field.waitFor();
    await give(field, 'drop', await fromPhone(1000));
    await words.fill('Dropped');
    await page.reload();
    await expect.poll(() => words.inputValue()).toBe('Dropped');
    await remove.click();
    await expect.poll(() => words.count()).toBe(0);
    await page.getByRole('button', { name: 'Choose a photo' }).waitFor();
    await formOn(page).title.focus();
    await give(page.locator('body'), 'paste', await fromPhone(1150), 'the text of an office program');
    await give(page.locator('body'), 'paste', await fromPhone(1100));
    await words.waitFor();
    await expectGoodLayout(page);
    await give(field, 'drop', await fromPhone(1050));
    await field.getByText('1 photo was left out: there is room for 1.').waitFor();
    await remove.click();
    await chooser.setInputFiles(noPicture);
    await page.getByText('This file is not a picture that can be read here', { exact: false }).waitFor();
    browsers.allowProblems(/status of 415/);
    await page.getByRole('button', { name: 'Remove notes.png' }).click();
    await expect.poll(() => field.getByRole('listitem').count()).toBe(0);
  });

  test('of a recipe arrive while an ingredient is dragged', async () => {
    const { page } = mia;
    await page.goto('/create-recipe');
    const { chooser, words } = photosOn(page, 'Photo');
    for (const name of ['leek', 'barley']) {
      await page.getByLabel('Ingredient', { exact: true }).fill(name);
      await page.keyboard.press('Enter');
    }
    const [grip, other] = ['leek', 'barley'].map((name) =>
      page.getByRole('button', { name: `Move ${name}`, exact: true }),
    );
    const upload = Promise.withResolvers<void>();
    await page.route('**/api/pictures', async (route) => {
      await upload.promise;
      await route.continue();
    });
    await Promise.all([page.waitForRequest('**/api/pictures'), chooser.setInputFiles(await fromPhone(1250))]);
    await other?.hover();
    const target = await other?.boundingBox();
    await grip?.hover();
    await page.mouse.down();
    await page.mouse.move(target?.x ?? 0, (target?.y ?? 0) + (target?.height ?? 0), { steps: 4 });
    upload.resolve();
    await words.waitFor({ state: 'attached' });
    await page.mouse.up();
    await page.getByText('leek, 2 of 2').waitFor({ state: 'attached' });
    expect(await words.count()).toBe(1);
    await page.unrouteAll();
  });

  test('wait for a connection, and are sent once there is one', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    const { chooser, words, field } = photosOn(page, 'Photo');
    await field.waitFor();
    await atRest(page);
    await context.setOffline(true);
    await chooser.setInputFiles(await fromPhone(900));
    await field.getByText('Waits for a connection').waitFor();
    await formOn(page).title.fill('Waiting soup');
    await formOn(page).create.click();
    await field.getByText('Not everything has arrived yet').waitFor();
    await context.setOffline(false);
    await words.waitFor();
    await expect.poll(() => field.getByText('Not everything has arrived yet').count()).toBe(0);
  });

  test('on their way do not keep a video recipe from being published', async () => {
    const { page } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    const form = formOn(page);
    await form.title.fill('Moving soup');
    await page.route('**/api/pictures', () => undefined);
    const { chooser } = photosOn(page, 'Photo');
    await Promise.all([page.waitForRequest('**/api/pictures'), chooser.setInputFiles(await fromPhone(950))]);
    await form.type.selectOption('Video Recipe');
    await form.videoUrl.fill('https://youtu.be/dQw4w9WgXcQ');
    browsers.allowProblems(/status of (404|501|502|503)/);
    await form.create.click();
    await page.waitForURL('**/recipe/*');
    await page.unrouteAll();
  });

  test('of a post are a mosaic, and a viewer shows them one by one', async () => {
    const { page } = mia;
    await page.goto('/community/new');
    await page.getByLabel('Title').fill('Twelve bowls');
    await page.getByLabel('Type').selectOption('image');
    const { chooser, words } = photosOn(page, 'Photos');
    await chooser.setInputFiles(await Promise.all([600, 610, 620, 630, 640].map(fromPhone)));
    await expect.poll(() => words.count()).toBe(5);
    await words.nth(0).fill('Dumplings');
    await words.nth(1).fill('Ramen');
    await page.getByRole('button', { name: 'Move photo 1 down' }).click();
    await expect.poll(() => words.nth(0).inputValue()).toBe('Ramen');
    await page.getByRole('button', { name: 'Create Post' }).click();

    const { card } = feedOn(page).post('Twelve bowls');
    const tiles = card.getByRole('button', { name: /^Open photo/ });
    await expect.poll(() => tiles.count()).toBe(3);
    await card.getByText('+2').waitFor();
    await expectGoodLayout(page);
    await card.getByRole('button', { name: 'Open photo 1 of 5: Ramen' }).click();
    const viewer = page.getByRole('dialog', { name: 'Photos: Twelve bowls' });
    await viewer.getByRole('img', { name: 'Ramen' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('2 of 5').waitFor();
    await viewer.getByText('Dumplings').waitFor();
    await viewer.getByRole('button', { name: 'Next photo' }).click();
    await viewer.getByText('3 of 5').waitFor();
    await expectGoodLayout(page);
    for (const place of [4, 5]) {
      await viewer.getByRole('button', { name: 'Next photo' }).click();
      await viewer.getByText(`${place} of 5`).waitFor();
    }
    await page.keyboard.press('ArrowLeft');
    await viewer.getByText('4 of 5').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => viewer.count()).toBe(0);

    await feedOn(page).post('Twelve bowls').choose('Edit');
    for (let left = 5; left > 1; left--) {
      await page.getByRole('button', { name: `Remove photo ${left}` }).click();
      await expect.poll(() => words.count()).toBe(left - 1);
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await card.getByRole('button', { name: 'Open photo: Ramen' }).waitFor();
    await expect.poll(() => tiles.count()).toBe(1);
  });
});
